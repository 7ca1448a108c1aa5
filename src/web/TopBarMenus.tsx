import { Menu, Popover } from '@mantine/core';
import { useDeferredValue, useImperativeHandle, type ReactNode, type Ref, type RefObject } from 'react';
import { useClientPart } from '../ui/api/context.tsx';
import { isStatusId } from '../law/statuses.ts';
import { ClientStatus } from '../ui/components/ClientStatus.tsx';
import { Icon } from '../ui/components/Icon.tsx';
import { chooseScheme, useScheme, type Scheme } from '../ui/theme/scheme.ts';
import { Theme } from '../ui/theme/Theme.tsx';
import { PageLink } from '../ui/page/Link.tsx';
import { useWords } from '../ui/words/context.tsx';
import { languages } from '../law/languages.ts';
import type { PageSpec } from '../protocol/call.ts';
import { pageLinks } from '../protocol/pageLinks.ts';
import { inLanguage } from '../protocol/paths.ts';
import { Notices } from './Notices.tsx';
import { useLanguagesOffered } from './languages.ts';
import { useShell } from './shell.tsx';
import styles from './TopBarMenus.module.css';

const popups = { notices: NoticesPopup, language: LanguageMenu, scheme: SchemeMenu, profile: ProfileMenu } as const;
export type PopupName = keyof typeof popups;

interface PopupProps {
  /** Of the button; what opens is called `<id>-dropdown`. */
  readonly id: string;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

/** What opens under a button of the top bar. Loaded when first needed. */
export default function Popup({ name, isOpen, ...rest }: PopupProps & { readonly name: PopupName }) {
  const Inside = popups[name];
  // It opens once it stands, and so remembers whom to give the focus back to.
  const isShown = useDeferredValue(isOpen, false);
  return (
    <Theme>
      <Inside {...rest} isOpen={isShown} />
    </Theme>
  );
}

const place = { position: 'bottom-end', offset: 6, withinPortal: true, transitionProps: { duration: 150 } } as const;

function NoticesPopup({ id, button, isOpen, onOpen }: PopupProps) {
  return (
    <Popover {...place} id={id} opened={isOpen} onChange={onOpen} width={380} trapFocus returnFocus>
      <Popover.Target>
        <Borrowed button={button} />
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown}>
        <Notices onFollow={() => onOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function LanguageMenu(props: PopupProps) {
  const { language } = useWords();
  const offered = useLanguagesOffered();
  return (
    <DropdownMenu {...props}>
      {offered.map((key) => (
        <Menu.Item
          key={key}
          lang={languages[key].tag}
          component="a"
          href={inLanguage(location.pathname, key) + location.search}
          aria-current={key === language || undefined}
          rightSection={key === language ? <Icon name="check" size={18} /> : undefined}
        >
          {languages[key].name}
        </Menu.Item>
      ))}
    </DropdownMenu>
  );
}

const schemes: readonly Scheme[] = ['auto', 'light', 'dark'];

function SchemeMenu(props: PopupProps) {
  const { t } = useWords();
  const chosen = useScheme();
  return (
    <DropdownMenu {...props}>
      {schemes.map((scheme) => (
        <Menu.Item
          key={scheme}
          onClick={() => chooseScheme(scheme)}
          rightSection={scheme === chosen ? <Icon name="check" size={18} /> : undefined}
        >
          {t(`shell.scheme.${scheme}`)}
        </Menu.Item>
      ))}
    </DropdownMenu>
  );
}

function ProfileMenu(props: PopupProps) {
  const { t } = useWords();
  const { session } = useShell();
  const client = useClientPart((state) => state.client);
  const scheme = useScheme();
  if (!client) return null;
  const next = schemes[(schemes.indexOf(scheme) + 1) % schemes.length] ?? 'auto';
  return (
    <DropdownMenu {...props} width={300}>
      <div className={styles.who}>
        <strong>{`${client.name} ${client.surname}`.trim()}</strong>
        <bdi>{client.email}</bdi>
        <span className="figures">{t('shell.clientNumber', { number: String(client.id) })}</span>
        {isStatusId(client.status_id) && <ClientStatus status={client.status_id} />}
      </div>
      <Menu.Divider />
      <Menu.Item
        className={styles.phoneOnly ?? ''}
        closeMenuOnClick={false}
        leftSection={<Icon name="sun" />}
        onClick={() => chooseScheme(next)}
      >
        {t('shell.scheme')}: {t(`shell.scheme.${scheme}`)}
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="profile" />} component={PageLink<PageSpec>} to={{ page: pageLinks.profile }}>
        {t('shell.profile')}
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="lock" />} component={PageLink<PageSpec>} to={{ page: pageLinks.security }}>
        {t('shell.security')}
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="sign-out" />} onClick={() => void session.signOut()}>
        {t('shell.signOut')}
      </Menu.Item>
    </DropdownMenu>
  );
}

interface DropdownMenuProps extends PopupProps {
  readonly width?: number;
  readonly children: ReactNode;
}

function DropdownMenu({ id, button, isOpen, onOpen, width, children }: DropdownMenuProps) {
  return (
    <Menu
      {...place}
      {...(width === undefined ? {} : { width })}
      id={id}
      opened={isOpen}
      onChange={onOpen}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Borrowed button={button} />
      </Menu.Target>
      <Menu.Dropdown className={styles.dropdown}>{children}</Menu.Dropdown>
    </Menu>
  );
}

interface BorrowedProps {
  readonly button: PopupProps['button'];
  readonly ref?: Ref<HTMLButtonElement>;
}

/** Stands for the button that is drawn already: what opens is placed under it, and a press on it is none beside it. */
function Borrowed({ button, ref }: BorrowedProps) {
  useImperativeHandle(ref, () => {
    if (!button.current) throw new Error('what opens stands without its button');
    return button.current;
  }, [button]);
  return null;
}
