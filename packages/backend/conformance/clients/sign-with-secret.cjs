// Replaces jsonwebtoken in auth-js's tests, which sign with an RSA key: this backend has ES256 keys of
// its own, or a shared secret.
const jsonwebtoken = require(process.env.JSONWEBTOKEN)

module.exports = {
  ...jsonwebtoken,
  sign: (payload, key, options) =>
    options?.algorithm === 'RS256'
      ? jsonwebtoken.sign(payload, process.env.JWT_SECRET, { ...options, algorithm: 'HS256' })
      : jsonwebtoken.sign(payload, key, options),
}
