import { createElement, type SVGProps } from 'react'

/** What a module of lucide-react says about its icon. */
type IconData = { node: [tag: string, attributes: Record<string, string>][] }

/**
 * Replaces the function of lucide-react that makes a component from the shapes of an icon (scripts/build/smallIcons.ts). That one
 * also has a context, sizes of strokes and names of classes, which nothing here uses, and every first page would load them.
 */
export default function createIcon({ node }: IconData) {
  return function Icon({ className, ...attributes }: SVGProps<SVGSVGElement>) {
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: className ? `lucide ${className}` : 'lucide',
        ...attributes,
      },
      node.map(([tag, shape]) => createElement(tag, shape)),
    )
  }
}
