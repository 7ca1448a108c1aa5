import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/CloseButton.css';
import './mantine.css';
import {
  createTheme,
  DirectionProvider,
  MantineProvider,
  type CSSVariablesResolver,
  type MantineColorScheme,
  type MantineColorSchemeManager,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { keepScheme, readScheme } from './scheme.ts';

/** Mantine draws what is hard to draw (menus, popovers, search, toasts), in our colours and shapes. */
const theme = createTheme({
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)' },
  defaultRadius: 'md',
  radius: { sm: 'var(--radius-small)', md: 'var(--radius-small)', lg: 'var(--radius)' },
  respectReducedMotion: true,
  cursorType: 'pointer',
});

/** Both schemes take our tokens, which know light from dark themselves. */
const colours = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-dimmed': 'var(--ink-soft)',
  '--mantine-color-placeholder': 'var(--ink-faint)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--loss)',
};

/** Said for each scheme, because what Mantine says for one is stronger than what is said for both. */
const resolver: CSSVariablesResolver = () => ({
  variables: { '--mantine-shadow-md': 'var(--shadow-raised)' },
  light: colours,
  dark: colours,
});

const schemeManager: MantineColorSchemeManager = {
  get: () => readScheme(),
  set: (scheme: MantineColorScheme) => keepScheme(scheme),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => keepScheme('auto'),
};

interface ThemeProps {
  readonly nonce: string;
  readonly direction: 'ltr' | 'rtl';
  readonly children: ReactNode;
}

export function Theme({ nonce, direction, children }: ThemeProps) {
  return (
    <DirectionProvider initialDirection={direction} detectDirection={false}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolver}
        colorSchemeManager={schemeManager}
        defaultColorScheme="auto"
        deduplicateCssVariables={false}
        getStyleNonce={() => nonce}
      >
        {children}
      </MantineProvider>
    </DirectionProvider>
  );
}
