import type { ReactNode } from 'react';
import type { ToldReason } from '../../../law/documents.ts';
import { Notice } from '../../../ui/components/Notice.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { ShownDocument } from '../contract.ts';
import styles from './Reasons.module.css';

/** Why a paper was not accepted, and how to mend it, with an example. */
export function Reasons({ paper }: { readonly paper: ShownDocument }) {
  const { t } = useWords();
  return paper.rejectionReason.map((reason) => (
    <Notice key={reason} tone="warn">
      {t(`documents.reason.${reason}`)}
      <ReasonPicture reason={reason} />
    </Notice>
  ));
}

/** An example beside the sentence: on one side what was wrong, on the other how it is right. Drawn, so that it is nobody's paper. */
function ReasonPicture({ reason }: { readonly reason: ToldReason }) {
  const { t } = useWords();
  const { wrong, right = <Card /> } = scenes[reason];
  return (
    <svg className={styles.example} viewBox="0 0 208 84" role="img" aria-label={t(`documents.example.${reason}`)}>
      <Side mark="wrong">{wrong}</Side>
      <g transform="translate(108 0)">
        <Side mark="right">{right}</Side>
      </g>
    </svg>
  );
}

function Side({ mark, children }: { readonly mark: 'wrong' | 'right'; readonly children: ReactNode }) {
  return (
    <>
      <rect className={styles.ground} x="1" y="1" width="98" height="82" rx="6" />
      {children}
      <circle className={mark === 'wrong' ? styles.wrong : styles.right} cx="86" cy="70" r="9" />
      <path className={styles.mark} d={mark === 'wrong' ? 'M82.500 66.500l7 7m0-7l-7 7' : 'M81.800 70.200l3 3 5.400-6'} />
    </>
  );
}

/** A card with a face and its lines, whole and upright. */
function Card() {
  return (
    <>
      <rect className={styles.paper} x="14" y="18" width="70" height="46" rx="4" />
      <Face />
      <path className={styles.line} d="M46 30h30M46 39h24M46 48h28" />
    </>
  );
}

function Face() {
  return (
    <>
      <circle className={styles.line} cx="30" cy="33" r="6" />
      <path className={styles.line} d="M20 52c1-7 5-10 10-10s9 3 10 10" />
    </>
  );
}

/** A sheet with the date that it bears. */
function Sheet({ children }: { readonly children?: ReactNode }) {
  return (
    <>
      <path className={styles.paper} d="M28 8h32l12 12v56H28z" />
      <path className={styles.line} d="M60 8v12h12M36 30h20M36 38h28M36 46h28" />
      {children}
    </>
  );
}

const calendar = <path className={styles.line} d="M44 52h20v16H44zM44 57h20M49 50v4M59 50v4" />;

interface Scene {
  readonly wrong: ReactNode;
  /** Left out: the card as it should be. */
  readonly right?: ReactNode;
}

const scenes: Readonly<Record<ToldReason, Scene>> = {
  unreadable: {
    wrong: (
      <>
        <g transform="rotate(-8 49 41)">
          <rect className={styles.paper} x="14" y="18" width="70" height="46" rx="4" />
          <path
            className={styles.blurred}
            d="M20 33q5-6 10 0t10 0M46 30q5-4 10 0t10 0 10 0M46 39q6-5 12 0t12 0M46 48q5-4 10 0t10 0"
          />
        </g>
        <path className={styles.glare} d="M36 14h22L38 68H16z" />
      </>
    ),
  },
  cropped: {
    wrong: (
      <>
        <path className={styles.paper} d="M99 24H52a4 4 0 0 0-4 4v55" />
        <g transform="translate(34 8)">
          <Face />
        </g>
        <path className={styles.line} d="M80 38h18M80 47h18" />
        <path className={styles.frame} d="M8 20V8h12M80 8h12" />
      </>
    ),
  },
  expired: {
    wrong: (
      <>
        <Card />
        <path className={styles.fault} d="M44 52h34M44 44l34 12" />
      </>
    ),
  },
  too_old: {
    wrong: (
      <Sheet>
        {calendar}
        <path className={styles.fault} d="M42 50l24 20" />
      </Sheet>
    ),
    right: <Sheet>{calendar}</Sheet>,
  },
  wrong_type: {
    wrong: (
      <>
        <rect className={styles.paper} x="14" y="18" width="70" height="46" rx="4" />
        <path className={styles.line} d="M14 30h70M22 52h18" />
        <path className={styles.fault} d="M62 42l2 4 4 .600-3 3 .800 4.400-3.800-2-3.800 2 .800-4.400-3-3 4-.600z" />
      </>
    ),
  },
  name_differs: {
    wrong: (
      <>
        <rect className={styles.paper} x="10" y="12" width="60" height="24" rx="4" />
        <rect className={styles.paper} x="10" y="46" width="60" height="24" rx="4" />
        <path className={styles.line} d="M18 24h40" />
        <path className={styles.fault} d="M18 58h12M36 58h28" />
      </>
    ),
    right: (
      <>
        <rect className={styles.paper} x="10" y="12" width="60" height="24" rx="4" />
        <rect className={styles.paper} x="10" y="46" width="60" height="24" rx="4" />
        <path className={styles.line} d="M18 24h40M18 58h40" />
      </>
    ),
  },
  not_accepted: {
    wrong: (
      <Sheet>
        <path className={styles.fault} d="M36 54l28 16m0-16L36 70" />
      </Sheet>
    ),
  },
  infected: {
    wrong: (
      <Sheet>
        <path
          className={styles.fault}
          d="M50 52a6 8 0 0 1 0 18 6 8 0 0 1 0-18zM44 57l-6-3M43 62h-7M44 67l-6 3M56 57l6-3M57 62h7M56 67l6 3"
        />
      </Sheet>
    ),
  },
};
