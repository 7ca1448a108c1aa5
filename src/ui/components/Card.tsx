import { useEffect, useRef, type ReactNode } from 'react';
import styles from './Card.module.css';

interface CardProps {
  readonly title?: ReactNode;
  /** Beside the title: a link onward, a choice. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  /** Without inner distance, for tables and charts that reach the edge. */
  readonly isFlush?: boolean;
}

/** One matter on its own surface. */
export function Card({ title, aside, children, isFlush = false }: CardProps) {
  return (
    <section className={styles.card} data-flush={isFlush || undefined}>
      {(title !== undefined || aside !== undefined) && (
        <header className={styles.head}>
          {title !== undefined && <h2>{title}</h2>}
          {aside !== undefined && <div className={styles.aside}>{aside}</div>}
        </header>
      )}
      <div className={styles.body}>{children}</div>
    </section>
  );
}

interface ScreenHeadProps {
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** What can be done here; the main thing last. */
  readonly actions?: ReactNode;
  /** A link back to where this belongs. */
  readonly back?: ReactNode;
  /** It comes in the place of another screen at the same address: the reader starts at it, as after a change of page. */
  readonly isNew?: boolean;
}

/** The head of a screen. */
export function ScreenHead({ title, text, actions, back, isNew = false }: ScreenHeadProps) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isNew) return;
    scrollTo(0, 0);
    head.current?.focus({ preventScroll: true });
  }, [isNew]);
  return (
    <header className={styles.screenHead}>
      {back !== undefined && <div className={styles.back}>{back}</div>}
      <div className={styles.screenTitle}>
        <div>
          <h1 ref={head} tabIndex={-1}>
            {title}
          </h1>
          {text !== undefined && <p className={styles.screenText}>{text}</p>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
    </header>
  );
}

interface StackProps {
  readonly children: ReactNode;
  /** Closer, as parts of one matter within a card or a dialog stand. */
  readonly isClose?: boolean;
}

/** Cards and other blocks under each other, one distance apart. */
export function Stack({ children, isClose = false }: StackProps) {
  return (
    <div className={styles.stack} data-close={isClose || undefined}>
      {children}
    </div>
  );
}

/** What can be done with what stands above it; the main thing last. */
export function Actions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.below}>{children}</div>;
}

interface ColumnsProps {
  readonly children: ReactNode;
  readonly kind?: 'equal' | 'main-aside';
  /** All as high as the highest. */
  readonly isLevel?: boolean;
}

/** Blocks beside each other where there is room: two thirds and one, or as many equal ones as fit. */
export function Columns({ children, kind = 'equal', isLevel = false }: ColumnsProps) {
  return (
    <div className={styles.columns} data-kind={kind} data-level={isLevel || undefined}>
      {children}
    </div>
  );
}

/** Named facts: "Leverage 1:500". */
export function Facts({
  items,
}: {
  readonly items: readonly { readonly key: string; readonly name: ReactNode; readonly value: ReactNode }[];
}) {
  return (
    <dl className={styles.facts}>
      {items.map(({ key, name, value }) => (
        <div key={key} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
