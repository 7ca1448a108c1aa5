import { useLocation } from '@tanstack/react-router';
import { Icon, type IconName } from '../ui/components/Icon.tsx';
import { Logo } from '../ui/components/Logo.tsx';
import { useKeys } from '../ui/desk/keys.ts';
import { useStaff, type StaffMember } from '../ui/desk/staff.tsx';
import { PageLink, useOpen } from '../ui/page/Link.tsx';
import { useWords } from '../ui/words/context.tsx';
import type { DeskPageSpec } from '../protocol/call.ts';
import { landAtDesk } from '../protocol/paths.ts';
import { useShell } from './shell.tsx';
import styles from './Frame.module.css';

interface RailItem {
  readonly page: DeskPageSpec;
  readonly icon: IconName;
  readonly label: string;
}

/** The pages that have a place and that the role may see, each with the digit that leads there. */
export function Rail() {
  const { t } = useWords();
  const { brand, areas } = useShell();
  const staff = useStaff();
  const open = useOpen();
  const items = areas
    .flatMap(({ screens }) => screens)
    .flatMap(({ page, place }) => (place ? [{ page: page as DeskPageSpec, ...place }] : []))
    .filter(({ page }) => mayOpen(staff, page))
    .toSorted((first, second) => first.order - second.order);
  useKeys(Object.fromEntries(items.map((item, index) => [String(index + 1), () => open({ page: item.page })])));
  const here = useHere(items);
  return (
    <nav className={styles.rail} aria-label={t('desk.navigation')}>
      <div className={styles.sign}>
        <Logo name={brand.name} />
      </div>
      <ul className={styles.items}>
        {items.map((item, index) => (
          <li key={item.page.path}>
            <PageLink
              to={{ page: item.page }}
              className={styles.item}
              aria-current={item === here ? 'page' : undefined}
              aria-keyshortcuts={String(index + 1)}
              title={t(item.label)}
            >
              <Icon name={item.icon} size={18} />
              <span className={styles.label}>{t(item.label)}</span>
              <kbd className={styles.key} aria-hidden="true">
                {index + 1}
              </kbd>
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function mayOpen({ rights }: StaffMember, { right }: DeskPageSpec): boolean {
  return right === undefined || rights.includes(right);
}

/** The item of the area that the page belongs to. */
function useHere(items: readonly RailItem[]): RailItem | undefined {
  const { areas, pages } = useShell();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const landing = landAtDesk({ path, search: '', pages });
  if (landing.kind !== 'page') return undefined;
  const area = areas.find(({ screens }) => screens.some(({ page }) => page === landing.page));
  return items.find((item) => area?.screens.some(({ page }) => page === item.page));
}
