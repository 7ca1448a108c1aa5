import { useEffect, useState, type ReactNode } from 'react';
import { roleFacts, staffRoles, type StaffRight } from '../law/staff.ts';
import { ScreenHead } from '../ui/components/Card.tsx';
import { RefusedState } from '../ui/components/States.tsx';
import { WayOn } from '../ui/components/WayOn.tsx';
import { useStaff } from '../ui/desk/staff.tsx';
import { useTravel } from '../ui/page/Link.tsx';
import { TitleContext } from '../ui/page/title.ts';
import { useWords } from '../ui/words/context.tsx';
import type { DeskPageSpec } from '../protocol/call.ts';

/** Shows a page, or why the role does not see it and which roles do. The server refuses by the same table. */
export function Guard({ page, children }: { readonly page: DeskPageSpec; readonly children: ReactNode }) {
  const { t } = useWords();
  const { brandName, hasMoved } = useTravel();
  const title = t(page.title);
  const [named, setNamed] = useState<string>();
  useEffect(() => {
    document.title = t('desk.title', { title: named ?? title, brand: brandName });
  }, [t, named, title, brandName]);
  useEffect(() => {
    // After a change of page the reader starts at its head, unless what was opened takes the focus itself.
    const head = document.querySelector<HTMLElement>('main h1');
    if (hasMoved() && (document.activeElement === null || document.activeElement === document.body))
      head?.focus({ preventScroll: true });
  }, [hasMoved]);
  return (
    <TitleContext value={setNamed}>
      {page.right === undefined ? children : <Allowed {...{ right: page.right, title, children }} />}
    </TitleContext>
  );
}

interface AllowedProps {
  readonly right: StaffRight;
  readonly title: string;
  readonly children: ReactNode;
}

function Allowed({ right, title, children }: AllowedProps) {
  const { t } = useWords();
  const { role, rights } = useStaff();
  if (rights.includes(right)) return children;
  const allowed = staffRoles.filter((one) => roleFacts[one].rights.includes(right)).map((one) => t(`desk.role.${one}`));
  return (
    <>
      <ScreenHead title={title} />
      <RefusedState
        message={t('desk.refused', { role: t(`desk.role.${role}`), allowed: allowed.join(', ') })}
        action={<WayOn code="not_your_right" size="medium" />}
      />
    </>
  );
}
