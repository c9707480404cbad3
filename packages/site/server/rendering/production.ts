// React has two builds and chooses as it is loaded: the one for developers renders half as fast.
process.env.NODE_ENV ||= 'production'
