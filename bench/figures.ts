export const medianOf = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

export const formatInteger = (number: number): string => Math.round(number).toLocaleString('en')
