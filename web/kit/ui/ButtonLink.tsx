import { Link, type LinkProps } from '#web/kit/history.tsx'
import { appearanceClass, type Appearance } from './Button.tsx'
import { classNames } from './classNames.ts'

export function ButtonLink({ variant, size, block, className, ...rest }: LinkProps & Appearance) {
  return <Link {...rest} className={classNames(appearanceClass({ variant, size, block }), className)} />
}
