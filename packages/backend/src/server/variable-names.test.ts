import { expect, it } from 'vitest'
import { findResembling } from './variable-names.ts'

const SETTINGS = [
  ...['PORT', 'HOST', 'SITE_URL', 'TRUSTED_PROXIES', 'DATA_DIR', 'JWT_SECRET', 'DATABASE_URL'],
  ...['BACKUP_DIR', 'SUPABASE_URL', 'SUPABASE_ANON_KEY', 'SMTP_URL', 'SMTP_URL_FILE', 'MAIL_FROM'],
  ...['DUMP_DIR', 'VALKEY_URL', 'S3_URL', 'LOGO_SERVICE', 'METRICS_TOKEN', 'KEYS_FILE'],
]

it.each([
  ['SMTP_ULR', 'SMTP_URL'],
  ['SMPT_URL', 'SMTP_URL'],
  ['SMPT_ULR', 'SMTP_URL'],
  ['SMTPURL', 'SMTP_URL'],
  ['SMTP-URL', 'SMTP_URL'],
  ['smtp_url', 'SMTP_URL'],
  ['STMP_URL', 'SMTP_URL'],
  ['SMTP_URI', 'SMTP_URL'],
  ['SMTP_URL_FLIE', 'SMTP_URL_FILE'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASEURL', 'DATABASE_URL'],
  ['DATBASE_ULR', 'DATABASE_URL'],
  ['SITE_URLL', 'SITE_URL'],
  ['STIE_URL', 'SITE_URL'],
  ['MAIL_FORM', 'MAIL_FROM'],
  ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
  ['LOGO_SERVCE', 'LOGO_SERVICE'],
  ['BACKUP_DRI', 'BACKUP_DIR'],
  ['JWT_SECRETS', 'JWT_SECRET'],
  ['PROT', 'PORT'],
  ['HSOT', 'HOST'],
  ['SUPABASE_ANNON_KEY', 'SUPABASE_ANON_KEY'],
])('%s resembles %s', (name, setting) => {
  expect(findResembling(name, SETTINGS)).toBe(setting)
})

it.each([
  // Of a shell, systemd, npm, Docker, Kubernetes, Heroku and of drivers.
  ...['PATH', 'HOME', 'HOSTNAME', 'HOSTTYPE', 'host', 'port', 'POST', 'PWD', 'SHELL', 'LANG'],
  ...['USER', 'TERM', 'TMPDIR', 'TEMP_DIR', 'CACHE_DIR', 'XDG_DATA_DIRS', 'XDG_CONFIG_DIRS'],
  ...['PGHOST', 'PGPORT', 'PGDATABASE', 'REDIS_URL', 'DB_URL', 'NODE_ENV', 'NODE_OPTIONS'],
  ...['INVOCATION_ID', 'JOURNAL_STREAM', 'STATE_DIRECTORY', 'SITE_HOST', 'SITE_NAME'],
  ...['KUBERNETES_SERVICE_HOST', 'KUBERNETES_SERVICE_PORT', 'TOOLMARK_PORT', 'npm_config_cache'],
  ...['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_TRACES_SAMPLER', 'SMTP_HOST', 'SMTP_PORT', 'LOGNAME'],
  ...['MALLOC_ARENA_MAX', 'AWS_SECRET_ACCESS_KEY', 'DATABASE_HOST', 'MAIL', 'http_proxy'],
])('%s resembles no setting', (name) => {
  expect(findResembling(name, SETTINGS)).toBeUndefined()
})
