import { useEffect, useRef, type RefObject } from 'react';

/** A level that may be dragged, and where it stands now. */
export interface Grip {
  readonly key: string;
  /** From the top of the drawing, in pixels; undefined while it is out of sight. */
  readonly at: number | undefined;
}

export interface Dragging {
  readonly place: RefObject<HTMLElement | null>;
  /** Those that may be dragged, as they stand now. */
  readonly grips: () => readonly Grip[];
  /** While one is dragged: where it is held. Undefined: it is held no more. */
  readonly onHold: (at: number | undefined) => void;
  readonly onDrop: (key: string, at: number) => void;
}

/** How near a level has to be pressed, in pixels: a finger covers more than a mouse points at. */
const reach = { mouse: 6, pen: 8, touch: 20 } as const;
/** What is moved by less was only pressed. */
const leastMove = 3;

/**
 * Levels of a drawing that are dragged up and down. The drawing itself hears nothing of a press that takes hold of one. Whoever uses
 * no pointer changes the same by fields; Escape lets go.
 */
export function useDraggedLevels(parts: Dragging): void {
  const latest = useRef(parts);
  useEffect(() => {
    latest.current = parts;
  });
  const { place } = parts;
  useEffect(() => {
    const element = place.current;
    return element ? hearDrags(element, latest) : undefined;
  }, [place]);
}

function hearDrags(element: HTMLElement, latest: RefObject<Dragging>): () => void {
  let held: { readonly key: string; readonly from: number } | undefined;
  const height = (event: PointerEvent): number => event.clientY - element.getBoundingClientRect().top;
  const nearest = (event: PointerEvent): string | undefined => {
    const at = height(event);
    const most = reach[event.pointerType as keyof typeof reach] ?? reach.mouse;
    const near = latest.current.grips().flatMap(({ key, at: own }) => {
      const distance = own === undefined ? Infinity : Math.abs(own - at);
      return distance <= most ? [{ key, distance }] : [];
    });
    return near.toSorted((one, other) => one.distance - other.distance)[0]?.key;
  };
  const letGo = (): void => {
    held = undefined;
    latest.current.onHold(undefined);
    element.style.cursor = '';
  };
  const ends = new AbortController();
  const hear = <Kind extends keyof HTMLElementEventMap>(kind: Kind, work: (event: HTMLElementEventMap[Kind]) => void): void =>
    element.addEventListener(kind, work, { capture: true, passive: false, signal: ends.signal });
  hear('pointerdown', (event) => {
    const key = event.isPrimary && event.button === 0 ? nearest(event) : undefined;
    if (key === undefined) return;
    held = { key, from: height(event) };
    element.setPointerCapture(event.pointerId);
  });
  // The drawing listens to these, and would scroll.
  for (const kind of ['mousedown', 'touchstart', 'touchmove'] as const)
    hear(kind, (event) => {
      if (!held) return;
      event.stopPropagation();
      event.preventDefault();
    });
  hear('pointermove', (event) => {
    if (held) latest.current.onHold(height(event));
    else element.style.cursor = nearest(event) === undefined ? '' : 'ns-resize';
  });
  hear('pointerup', (event) => {
    if (!held) return;
    const { key, from } = held;
    letGo();
    if (Math.abs(height(event) - from) >= leastMove) latest.current.onDrop(key, height(event));
  });
  hear('pointercancel', letGo);
  addEventListener('keydown', (event) => event.key === 'Escape' && held && letGo(), { signal: ends.signal });
  return () => ends.abort();
}
