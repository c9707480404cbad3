/** A problem of the folder or its packages, which the operator can solve: reported without a stack. */
export class ConformanceError extends Error {}
