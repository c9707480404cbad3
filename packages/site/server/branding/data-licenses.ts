import type { DataLicense } from '../../app/data/site.ts'

const CC = 'https://creativecommons.org'
const ODC = 'https://opendatacommons.org/licenses'

/** The licenses that the open data of a site can have (docs/decisions/0034). The first is the default. */
export const DATA_LICENSES: readonly [DataLicense, ...DataLicense[]] = [
  {
    name: 'CC-BY-4.0',
    title: 'Creative Commons Attribution 4.0 International',
    path: `${CC}/licenses/by/4.0/`,
  },
  {
    name: 'CC-BY-SA-4.0',
    title: 'Creative Commons Attribution-ShareAlike 4.0 International',
    path: `${CC}/licenses/by-sa/4.0/`,
  },
  { name: 'CC0-1.0', title: 'Creative Commons Zero 1.0', path: `${CC}/publicdomain/zero/1.0/` },
  { name: 'ODbL-1.0', title: 'Open Database License 1.0', path: `${ODC}/odbl/1-0/` },
  {
    name: 'ODC-By-1.0',
    title: 'Open Data Commons Attribution License 1.0',
    path: `${ODC}/by/1-0/`,
  },
]

export const findDataLicense = (name: string | undefined): DataLicense =>
  DATA_LICENSES.find((license) => license.name === name) ?? DATA_LICENSES[0]
