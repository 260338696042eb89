/** One package of `package-lock.json`, as far as it matters here. */
export interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly link?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
}

export interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

/** Something of others that a running service holds. */
export interface Part {
  readonly name: string
  readonly version: string
  /** An SPDX expression; empty where the package declares none. */
  readonly license: string
}

/** A platform as npm names it. */
export interface Platform {
  readonly os: string
  readonly cpu: string
  readonly libc: string
}

const allows = (names: readonly string[] | undefined, name: string): boolean => names?.includes(name) ?? true

/** The packages that `npm ci --omit=dev` installs on a platform; on all of them when none is given. */
export const runtimePackages = ({ packages }: Lockfile, platform?: Platform): readonly Part[] =>
  Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .filter(
      ([, { os, cpu, libc }]) =>
        !platform || (allows(os, platform.os) && allows(cpu, platform.cpu) && allows(libc, platform.libc)),
    )
    .map(([path, { version = '', license = '' }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 13),
      version,
      license,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))

/** Licenses whose terms a service keeps by naming them. */
const permissive = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT']

/** libvips, which sharp loads as a library of its own: that is what the LGPL asks for. */
const mayBeLgpl = /^@img\/sharp-/

/** Whether a part may be used: every license joined by AND is allowed, or one of those joined by OR. */
export const isAllowed = ({ name, license }: Part): boolean =>
  license
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) =>
      choice
        .split(' AND ')
        .every((one) => permissive.includes(one) || (one === 'LGPL-3.0-or-later' && mayBeLgpl.test(name))),
    )

/** The list of licenses as a page. */
export const licensePage = (parts: readonly Part[]): string =>
  [
    '# Licenses of others',
    '',
    'What a running service holds besides its own code, on all platforms. The texts lie in the packages.',
    '',
    '| Part | Version | License |',
    '|---|---|---|',
    ...parts.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`),
    '',
  ].join('\n')
