import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Input.css';
import '@mantine/spotlight/styles.css';
import './Search.css';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useDeferredValue, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useConnection } from '../ui/api/context.tsx';
import { Icon } from '../ui/components/Icon.tsx';
import { usePageAddress, useTravel } from '../ui/page/Link.tsx';
import type { Found } from '../ui/page/screen.ts';
import { Theme } from '../ui/theme/Theme.tsx';
import { useWords } from '../ui/words/context.tsx';
import { useNavigation, useShell } from './shell.tsx';

const [store, spotlight] = createSpotlight();
const shortestText = 2;

/** Where there is much in it the list scrolls, also for who has no pointer: its scroll area takes this, though its type does not say so. */
const scrollsByKeys = { viewportProps: { tabIndex: 0 } };

/** Search over screens and over whatever the areas find: accounts, transfers, help. Loaded when first opened. */
export default function Search({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { t } = useWords();
  const [text, setText] = useState('');
  const pages = useFoundPages(text);
  const found = useFoundInAreas(text.trim());
  const results = [...pages, ...found];
  const open = useOpening(onClose);
  const chosen = useChosen(results, { text, open });
  // Escape and a press beside it close the spotlight's own state, which tells `onClose`.
  useEffect(() => (isOpen ? spotlight.open() : spotlight.close()), [isOpen]);
  return (
    <Theme>
      <Spotlight.Root
        store={store}
        onSpotlightClose={onClose}
        query={text}
        onQueryChange={setText}
        shortcut={null}
        clearQueryOnClose
        scrollable
        maxHeight={420}
        radius="lg"
        overlayProps={{ backgroundOpacity: 0.4 }}
        transitionProps={{ duration: 120 }}
        attributes={{ content: { 'aria-label': t('shell.search') } }}
      >
        <div onKeyDownCapture={chosen.onKey}>
          <Spotlight.Search
            placeholder={t('shell.search.hint')}
            aria-label={t('shell.search')}
            leftSection={<Icon name="search" />}
          />
        </div>
        <Spotlight.ActionsList {...scrollsByKeys}>
          {results.map((result, place) => (
            <Result key={result.key} result={result} isChosen={place === chosen.place} onOpen={() => open(result)} />
          ))}
          {results.length === 0 && <Spotlight.Empty>{t('shell.search.none')}</Spotlight.Empty>}
        </Spotlight.ActionsList>
      </Spotlight.Root>
    </Theme>
  );
}

interface ResultProps {
  readonly result: Found;
  readonly isChosen: boolean;
  readonly onOpen: () => void;
}

function Result({ result, isChosen, onOpen }: ResultProps) {
  const row = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <Spotlight.Action
      ref={row}
      label={result.title}
      {...(result.detail === undefined ? {} : { description: result.detail })}
      leftSection={<Icon name={result.icon} />}
      data-chosen={isChosen || undefined}
      onClick={onOpen}
    />
  );
}

function useOpening(onClose: () => void): (result: Found) => void {
  const address = usePageAddress();
  const { go } = useTravel();
  return (result) => {
    onClose();
    // The field is on its way out: the screen that comes takes the focus from nobody.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    go(address(result.to));
  };
}

const byKey: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * The result that Enter opens: the first, until the arrows choose another one. The spotlight's own choice is a mark on a row of
 * the page, which is lost when the rows change under it, as they do when the areas answer; so its keys are taken before it.
 */
function useChosen(results: readonly Found[], { text, open }: { readonly text: string; readonly open: (result: Found) => void }) {
  const [choice, setChoice] = useState({ text, place: 0 });
  const place = choice.text === text ? Math.min(choice.place, results.length - 1) : 0;
  const onKey = (event: KeyboardEvent): void => {
    const by = byKey[event.key];
    if (event.nativeEvent.isComposing || (by === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    event.stopPropagation();
    const result = results[place];
    if (!result) return;
    if (by === undefined) open(result);
    else setChoice({ text, place: (place + by + results.length) % results.length });
  };
  return { place, onKey };
}

function useFoundPages(text: string): readonly Found[] {
  const { t } = useWords();
  const navigation = useNavigation();
  return useMemo(() => {
    const wanted = plain(text);
    return [...navigation.home, ...navigation.groups.flatMap(({ items }) => items)]
      .map((item): Found => ({ key: `page:${item.page.path}`, title: t(item.label), icon: item.icon, to: { page: item.page } }))
      .filter(({ title }) => plain(title).includes(wanted));
  }, [navigation, t, text]);
}

/** Letters without their marks and case, so that "depot" finds "dépôt". */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase().trim();
}

function useFoundInAreas(text: string): readonly Found[] {
  const words = useWords();
  const { api } = useConnection();
  const { areas } = useShell();
  const settled = useDeferredValue(text);
  const [answer, setAnswer] = useState<{ readonly text: string; readonly found: readonly Found[] }>();
  useEffect(() => {
    if (settled.length < shortestText) return;
    let isLast = true;
    const asked = areas.flatMap((area) => (area.find ? [area.find({ api, text: settled, words })] : []));
    void Promise.allSettled(asked).then((answers) => {
      if (isLast) setAnswer({ text: settled, found: answers.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])) });
    });
    return () => {
      isLast = false;
    };
  }, [api, areas, settled, words]);
  // What was found for the text before stays until the next answer, unless the text is too short to look for.
  return text.length < shortestText || answer === undefined ? [] : answer.found;
}
