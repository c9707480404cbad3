/** The heading of the home page and of its share picture. */
export const siteHeading = 'Software tools, with the <marked>evidence</marked>'

// On pictures of shared links.

// Spec 1 §5 and §8: the rules of a sign-up's password.
export const passwordShort = (least: number) => `Password must be at least ${least} characters long`
export const passwordNoLowercase = 'Password must contain at least one lowercase letter'
export const passwordNoUppercase = 'Password must contain at least one uppercase letter'
export const passwordNoNumber = 'Password must contain at least one number'
export const passwordNoSpecial = 'Password must contain at least one special character'
export const passwordCommon = 'Password contains common patterns and is not secure.'

/** The heading of the page of a use, and of its share picture. */
export const capabilityTitle = (name: string) => `${name} tools`
