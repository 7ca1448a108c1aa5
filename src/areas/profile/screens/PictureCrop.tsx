import { useId, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useWords } from '../../../ui/words/context.tsx';
import { cropping, held, leastZoom, type Placed } from '../rules.ts';
import styles from './Picture.module.css';

interface PictureCropProps {
  readonly url: string;
  readonly picture: { readonly width: number; readonly height: number };
  readonly placed: Placed;
  readonly onPlaced: (placed: Placed) => void;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** So far a key moves the picture, and so far with shift. */
const moves = { plain: 4, far: 20 } as const;
const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The picture under the circle that is cut out: moved by pointer, finger or arrow keys, zoomed by the slider, two fingers or plus and minus. */
export function PictureCrop({ url, picture, placed, onPlaced }: PictureCropProps) {
  const { t, number } = useWords();
  const id = useId();
  const fingers = useFingers(placed, (next) => onPlaced(held(picture, next)));
  const place = (next: Partial<Placed>): void => onPlaced(held(picture, { ...placed, ...next }));
  const press = (event: KeyboardEvent): void => {
    const arrow = arrows[event.key];
    const zoomed = { '+': 10, '=': 10, '-': -10 }[event.key];
    if (!arrow && zoomed === undefined) return;
    event.preventDefault();
    const far = event.shiftKey ? moves.far : moves.plain;
    if (arrow) place({ x: placed.x + arrow.x * far, y: placed.y + arrow.y * far });
    else place({ zoom: placed.zoom + (zoomed ?? 0) * cropping.step });
  };
  const { zoom, x, y } = placed;
  return (
    <div className={styles.crop}>
      <div
        className={styles.boundary}
        role="group"
        tabIndex={0}
        aria-label={t('profile.picture.place')}
        aria-describedby={`${id}-help`}
        onKeyDown={press}
        {...fingers}
      >
        <img src={url} alt="" style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px) scale(${zoom})` }} />
        <span className={styles.viewport} />
      </div>
      <p id={`${id}-help`}>{t('profile.picture.help')}</p>
      <label className={styles.zoom}>
        {t('profile.picture.zoom')}
        <input
          type="range"
          min={leastZoom(picture)}
          max={cropping.most}
          step={cropping.step}
          value={zoom}
          aria-valuetext={t('profile.picture.percent', { percent: number(Math.round(zoom * 100), 0) })}
          onChange={(event) => place({ zoom: Number(event.target.value) })}
        />
      </label>
    </div>
  );
}

/** One pointer moves it, two zoom it by how far they are apart. */
function useFingers(placed: Placed, onPlaced: (placed: Placed) => void) {
  const down = useRef(new Map<number, Point>());
  const end = (event: PointerEvent): void => void down.current.delete(event.pointerId);
  return {
    onPointerDown: (event: PointerEvent): void => {
      event.currentTarget.setPointerCapture(event.pointerId);
      down.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove: (event: PointerEvent): void => {
      const before = down.current.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      const other = [...down.current].find(([pointer]) => pointer !== event.pointerId)?.[1];
      down.current.set(event.pointerId, now);
      if (!other) return onPlaced({ ...placed, x: placed.x + now.x - before.x, y: placed.y + now.y - before.y });
      const apart = (point: Point): number => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
      onPlaced({ ...placed, zoom: placed.zoom * (apart(now) / apart(before)) });
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
