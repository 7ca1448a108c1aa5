import { lazy, Suspense, useEffect, useId, useRef, useState, type ButtonHTMLAttributes, type ReactNode, type Ref } from 'react';
import { whenIdle } from '../ui/page/idle.ts';
import type { PopupName } from './TopBarMenus.tsx';

const load = () => import('./TopBarMenus.tsx');
const Popup = lazy(load);

/** What a button needs to open something under it. */
type Opening = Pick<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'id' | 'onClick' | 'aria-haspopup' | 'aria-expanded' | 'aria-controls'
> & { readonly ref: Ref<HTMLButtonElement> };

interface OpenerProps {
  readonly opens: PopupName;
  readonly button: (opening: Opening) => ReactNode;
}

/**
 * A button of the top bar and what opens under it. The button is there at once and stays the same element; what opens,
 * and the library that draws it, is fetched when the page has nothing else to do, or at the latest when it is pressed.
 */
export function Opener({ opens, button }: OpenerProps) {
  const id = useId();
  const place = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  // A fetch that fails here is tried again by the press.
  useEffect(() => whenIdle(() => void load().catch(() => undefined)), []);
  const press = (): void => {
    setWanted(true);
    setOpen(!isOpen);
  };
  const opening: Opening = {
    ref: place,
    id,
    onClick: press,
    'aria-haspopup': opens === 'notices' ? 'dialog' : 'menu',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? `${id}-dropdown` : undefined,
  };
  return (
    <>
      {button(opening)}
      {isWanted && (
        <Suspense fallback={null}>
          <Popup name={opens} id={id} button={place} isOpen={isOpen} onOpen={setOpen} />
        </Suspense>
      )}
    </>
  );
}
