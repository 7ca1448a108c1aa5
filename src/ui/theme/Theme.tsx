import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/CloseButton.css';
import './mantine.css';
import { createTheme, DirectionProvider, MantineProvider, type CSSVariablesResolver } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/context.tsx';

/** Styles that are made while the page runs carry it (content security policy). */
function readNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

// The scroll lock of Mantine's overlays makes its style sheet while the page runs and asks for the nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: readNonce() });

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

/**
 * Stands around each part that Mantine draws, and comes with the first of them: what a page shows at once is drawn without.
 * Light and dark are for scheme.ts to tell, so no element is Mantine's to mark with them.
 */
export function Theme({ children }: { readonly children: ReactNode }) {
  const { direction } = useWords();
  return (
    <DirectionProvider initialDirection={direction} detectDirection={false}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolver}
        defaultColorScheme="auto"
        getRootElement={() => undefined}
        getStyleNonce={readNonce}
      >
        {children}
      </MantineProvider>
    </DirectionProvider>
  );
}
