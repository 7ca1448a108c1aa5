import type { SVGProps } from 'react';

/** Line icons on a 24-unit grid, drawn by us: one weight, round ends, no fill. */
const paths = {
  home: 'M4 11.5 12 5l8 6.5M6 10v9h4.5v-5h3v5H18v-9',
  accounts: 'M4 7.5A2.5 2.5 0 0 1 6.5 5H18v3M4 7.5V17a2 2 0 0 0 2 2h13a1 1 0 0 0 1-1V9a1 1 0 0 0-1-1H6.5M16 13.5h.01',
  deposit: 'M12 4v11m0 0-4-4m4 4 4-4M5 19.5h14',
  withdraw: 'M12 15.5V4.5m0 0-4 4m4-4 4 4M5 19.5h14',
  transfer: 'M4 8.5h14m0 0-3.5-3.5M18 8.5 14.5 12M20 15.5H6m0 0 3.5-3.5M6 15.5 9.5 19',
  history: 'M4.5 12a7.5 7.5 0 1 0 2.4-5.5L4.5 8.5m0-4v4h4M12 8v4.3l3 1.9',
  card: 'M3.500 6.500h17v11h-17zM3.500 10h17M7 14.500h3.500',
  bank: 'M4 9.500 12 5l8 4.500zM6 9.500v7m4-7v7m4-7v7m4-7v7M4 19h16M4.500 16.500h15',
  coin: 'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17ZM14.800 9.300c-.6-1-1.600-1.400-2.800-1.400-1.600 0-2.900.8-2.900 2.100 0 2.900 6 1.300 6 4.200 0 1.300-1.400 2-3.100 2-1.300 0-2.500-.5-3.100-1.600M12 6.300v11.400',
  wallet: 'M4 8.5h16v10a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zm0 0 11.5-4v4M16 14h.01',
  rates: 'M5 19V9m4.7 10V5m4.6 14v-7M19 19V8',
  terminal: 'M8 4v3m0 8v3M5.5 7h5v8h-5zM16 6v3m0 6v4m-2.5-10h5v6h-5z',
  platforms: 'M4 5.5h16v10H4zM9 19.5h6m-3-4v4',
  invest: 'M4 17.5 9.5 12l3.5 3.5L20 8m0 0h-4.5M20 8v4.5',
  rewards:
    'M5 11h14v8.5H5zM4 7.5h16V11H4zM12 7.5v12M12 7.5C9 7.5 7.5 6.6 7.5 5.3S9.3 3.6 10.3 4.6 12 7.5 12 7.5Zm0 0c3 0 4.5-.9 4.5-2.2s-1.8-1.7-2.8-.7S12 7.5 12 7.5Z',
  learn: 'M3.5 9 12 5l8.5 4-8.5 4zM7 11v4.5c0 1 2.2 2.5 5 2.5s5-1.5 5-2.5V11M20.5 9v5',
  tools: 'M14.5 6.5a4 4 0 0 1 5-1.5l-2.7 2.7 1.5 1.5L21 6.5a4 4 0 0 1-5.5 5L8 19a2 2 0 0 1-3-3l7.5-7.5a4 4 0 0 1 2-2Z',
  support: 'M5 13v-1a7 7 0 0 1 14 0v1m-14 0h2.5v5H6a1 1 0 0 1-1-1zm14 0h-2.5v5H18a1 1 0 0 0 1-1zm-1 5c0 1.5-2 2.5-4.5 2.5',
  documents: 'M7 4h7l4 4v12H7zM14 4v4h4M10 13h5m-5 3.5h5',
  profile: 'M12 12a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6ZM4.5 20c.8-3.5 3.8-5 7.5-5s6.7 1.5 7.5 5',
  bell: 'M6.5 16.5V11a5.5 5.5 0 0 1 11 0v5.5l1.5 1.5H5zM10 20.5h4',
  inbox: 'M4 13.5 6.5 5h11l2.5 8.5v5.5H4zm0 0h4.5l1.5 2.5h4l1.5-2.5H20',
  search: 'M11 17.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm4.8-1.7L20 20',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'M5 12.5 10 17.5 19.5 7',
  copy: 'M9 9h10v10H9zM6 15H5V5h10v1',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6Z',
  'eye-off':
    'M4 4l16 16M9.8 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-3 3.7M6.3 7.6A15.5 15.5 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4-.9M10 10a2.8 2.8 0 0 0 4 4',
  sun: 'M12 15.8a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6ZM12 3v1.8M12 19.2V21M3 12h1.8M19.2 12H21M5.6 5.6l1.3 1.3M17.1 17.1l1.3 1.3M5.6 18.4l1.3-1.3M17.1 6.9l1.3-1.3',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z',
  globe:
    'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM3.5 12h17M12 3.5c2.5 2.5 3.5 5.3 3.5 8.5s-1 6-3.5 8.5c-2.5-2.5-3.5-5.3-3.5-8.5s1-6 3.5-8.5Z',
  lock: 'M6.5 11h11v8.5h-11zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  'sign-out': 'M10 5H5v14h5M14.5 8.5 18 12l-3.5 3.5M18 12H9.5',
  up: 'M7 14l5-5 5 5',
  down: 'M7 10l5 5 5-5',
  forward: 'M9.5 6l6 6-6 6',
  back: 'M14.5 6l-6 6 6 6',
  plus: 'M12 5v14M5 12h14',
  alert: 'M12 4.5 3.5 19h17zM12 10v4m0 2.5h.01',
  info: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 11v5m0-8h.01',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7.5V12l3 2',
  offline: 'M4 4l16 16M8.8 12.8A5 5 0 0 1 12 11.5m3.5 1.5M5.5 9.5A10 10 0 0 1 8 7.8m3-.7a10 10 0 0 1 7.5 2.4M12 17h.01',
  table: 'M4.5 5.5h15v13h-15zM4.5 10h15M4.5 14h15M10 10v8.5',
  chart: 'M4.5 4.5v15h15M8 15l3.5-4 3 2.5L19 8',
  filter: 'M4.5 6.5h15M7.5 12h9M10.5 17.5h3',
  external: 'M13.5 5H19v5.5M19 5l-8 8M10 6.5H5.5v12h12V14',
  file: 'M7 4h7l4 4v12H7zM14 4v4h4',
  upload: 'M12 14V4m0 0L8.5 7.5M12 4l3.5 3.5M5 16v3.5h14V16',
  camera: 'M4 8h3.5L9 5.5h6L16.5 8H20v11H4zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7',
  download: 'M12 4v10m0 0-3.5-3.5M12 14l3.5-3.5M5 16v3.5h14V16',
  settings:
    'M5 8h8m4 0h2M5 16h2m4 0h8M15 10.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4ZM9 18.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4Z',
  star: 'M12 4.500l2.300 4.800 5.200.7-3.800 3.600.9 5.200-4.600-2.500-4.600 2.500.9-5.200L4.500 10l5.200-.7z',
  approvals: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM8 12.3l2.8 2.8L16.200 9.500',
  audit: 'M5 6h.01M5 12h.01M5 18h.01M9 6h10.500M9 12h10.500M9 18h7',
  staff:
    'M9 11.500a3.300 3.300 0 1 0 0-6.600 3.300 3.300 0 0 0 0 6.600ZM3 19.500c.6-3.300 2.900-4.800 6-4.800s5.400 1.500 6 4.800M15.500 5.200a3.300 3.300 0 0 1 0 6M17 14.900c2.200.5 3.500 2 4 4.600',
  keyboard: 'M3.500 7h17v10.500h-17zM7 10.500h.01M10.500 10.500h.01M14 10.500h.01M17.500 10.500h.01M8.500 14.200h7',
  'star-full': 'M12 4.500l2.300 4.800 5.200.7-3.800 3.600.9 5.200-4.600-2.500-4.600 2.500.9-5.200L4.500 10l5.200-.7z',
} as const;

export type IconName = keyof typeof paths;

/** Icons that point along the line of reading turn round with it. */
const turning: ReadonlySet<IconName> = new Set(['forward', 'back', 'sign-out', 'external']);

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'name'> {
  readonly name: IconName;
  readonly size?: number;
}

/** Decoration beside words; where it stands alone, the control around it carries the name. */
export function Icon({ name, size = 20, ...rest }: IconProps) {
  const isDot = name === 'more';
  const isFull = name === 'star-full';
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={isFull ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={isDot ? 2.6 : 1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      data-turns={turning.has(name) ? '' : undefined}
      {...rest}
    >
      <path d={paths[name]} />
    </svg>
  );
}
