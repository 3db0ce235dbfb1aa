/** Outlines on a grid of 24. A text next to them says the same. */
const paths = {
  back: 'M15 5l-7 7 7 7',
  home: 'M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M6 6l12 12M18 6L6 18',
  more: 'M5 7h14M5 12h14M5 17h14',
  hand: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z',
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2',
  gear: 'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M18.4 5.6l-2.1 2.1M7.7 16.3l-2.1 2.1',
  flag: 'M6 21V4M6 4h11l-2 4 2 4H6',
  warning: 'M12 4l9 16H3zM12 10v4M12 17v.2',
  next: 'M9 5l7 7-7 7',
  dot: 'M12 10.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z',
} as const
export type IconName = keyof typeof paths

export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
)

export const Logo = () => (
  <svg class="logo" viewBox="0 0 64 64" aria-hidden="true">
    <rect width="64" height="64" rx="14" class="logo-ground" />
    <path d="M19 49V40a13 13 0 0 1 26 0v9" class="logo-arch" />
    <circle cx="32" cy="16.5" r="6.5" class="logo-head" />
  </svg>
)
