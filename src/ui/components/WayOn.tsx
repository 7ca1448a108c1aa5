import type { NextPage } from '../../law/nextPages.ts';
import { useTravel } from '../page/Link.tsx';
import { letterTo } from '../page/letter.ts';
import { useWords } from '../words/context.tsx';
import { Button, LinkButton, OutsideButton } from './Button.tsx';

interface WayOnProps {
  /** What was refused with. */
  readonly code: string | undefined;
  /** The page that opens the gate. */
  readonly next?: NextPage | undefined;
  /** What support finds it by. */
  readonly reference?: string | undefined;
  /** The one thing to do on a screen, or beside something. */
  readonly look?: 'main' | 'plain';
  readonly size?: 'small' | 'medium';
}

/** The one way on from a shut gate or an error (`protocol/ways.ts`, at the desk `deskWays.ts`); nothing where one goes on where one is. */
export function WayOn({ code, next, reference, look = 'plain', size = 'small' }: WayOnProps) {
  const { t } = useWords();
  const travel = useTravel();
  const way = travel.wayFrom(code);
  const opened = way === 'opener' && next !== undefined ? (travel.opener(next) ?? way) : way;
  if (typeof opened === 'object') {
    return (
      <LinkButton look={look} size={size} to={opened.to}>
        {t(opened.label)}
      </LinkButton>
    );
  }
  if (way === 'here' || way === 'again') return null;
  if (way === 'reload') {
    return (
      <Button look={look} size={size} onClick={() => location.reload()}>
        {t('ui.reload')}
      </Button>
    );
  }
  if (way === 'sign_in') {
    return (
      <OutsideButton look={look} size={size} href={`/${travel.root}/login`}>
        {t('ui.signIn')}
      </OutsideButton>
    );
  }
  return <Contact subject={reference ?? code} look={look} size={size} />;
}

interface ContactProps {
  /** What it is about, for whoever reads the letter. */
  readonly subject?: string | undefined;
  readonly look?: 'main' | 'plain';
  readonly size?: 'small' | 'medium';
}

/** Writing to support. */
export function Contact({ subject, look = 'plain', size = 'small' }: ContactProps) {
  const { t } = useWords();
  const { support, brandName } = useTravel();
  if (support === undefined) return null;
  return (
    <OutsideButton look={look} size={size} icon="inbox" href={letterTo(support, brandName, subject)}>
      {t('ui.contact')}
    </OutsideButton>
  );
}
