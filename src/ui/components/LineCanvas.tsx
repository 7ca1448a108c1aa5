import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useWords } from '../words/context.tsx';
import styles from './ChartFrame.module.css';
import { openLineDrawing, type LineDrawing, type Pointed } from './lineDrawing.ts';
import type { LinePoint } from './lineSlots.ts';

interface LineCanvasProps {
  readonly points: readonly LinePoint[];
  /** What is told of the point under the pointer. */
  readonly describe: (index: number) => ReactNode;
}

/** The drawing itself, in a chunk of its own with the library it needs. */
export default function LineCanvas({ points, describe }: LineCanvasProps) {
  const place = useRef<HTMLDivElement>(null);
  const words = useWords();
  const [drawing, setDrawing] = useState<LineDrawing>();
  const [pointed, setPointed] = useState<Pointed>();
  useEffect(() => {
    const element = place.current;
    const opened = element ? openLineDrawing({ element, words, onPoint: setPointed }) : undefined;
    setDrawing(opened);
    return () => opened?.close();
  }, [words]);
  useEffect(() => drawing?.show(points), [drawing, points]);
  return (
    <div className={styles.pointed}>
      <div ref={place} className={styles.canvas} />
      {pointed && pointed.index < points.length && (
        <div className={styles.tip} data-late={pointed.isLate || undefined}>
          {describe(pointed.index)}
        </div>
      )}
    </div>
  );
}
