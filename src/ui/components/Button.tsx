import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import type { PageSpec } from '../../protocol/call.ts';
import { AddressLink, PageLink, type Target } from '../page/Link.tsx';
import styles from './Button.module.css';
import { Icon, type IconName } from './Icon.tsx';

interface Look {
  /** `main`: the one thing to do here. `plain`: beside it. `quiet`: without a frame. `danger`: takes something away. */
  readonly look?: 'main' | 'plain' | 'quiet' | 'danger';
  readonly size?: 'small' | 'medium';
  readonly icon?: IconName;
  readonly isWide?: boolean;
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  /** Work is under way: the button keeps its place and its width, says so, and takes no second press. */
  readonly isBusy?: boolean;
  /** Why the button cannot be pressed; read out and shown under it. It stays focusable, so that everybody hears why. */
  readonly refusal?: string | undefined;
  /** The reason stands on the screen already: it is read out with the button and not shown a second time. */
  readonly isRefusalShown?: boolean;
}

export function Button({
  look = 'main',
  size = 'medium',
  icon,
  isWide = false,
  isBusy = false,
  refusal,
  isRefusalShown = true,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const isRefused = refusal !== undefined;
  const button = (
    <button
      type="button"
      {...rest}
      className={styles.button}
      data-look={look}
      data-size={size}
      data-wide={isWide || undefined}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || isRefused || undefined}
      title={refusal}
      onClick={isBusy || isRefused ? (event) => event.preventDefault() : onClick}
    >
      <Inside icon={icon} isBusy={isBusy}>
        {children}
      </Inside>
    </button>
  );
  if (!isRefused) return button;
  return (
    <span className={styles.refused} data-wide={isWide || undefined}>
      {button}
      <span className={isRefusalShown ? styles.refusal : 'only-heard'}>{refusal}</span>
    </span>
  );
}

/** A word in a line of text that does something: "all". */
export function TextButton({ children, onClick }: Pick<ButtonProps, 'children' | 'onClick'>) {
  return (
    <button type="button" className={styles.text} onClick={onClick}>
      {children}
    </button>
  );
}

interface LinkButtonProps<Page extends PageSpec> extends Look, Pick<ButtonProps, 'refusal' | 'isRefusalShown'> {
  readonly to: Target<Page>;
  readonly children: ReactNode;
}

/** A link to a page that looks like a button; where that page may not be opened, a button that says why. */
export function LinkButton<Page extends PageSpec>({
  look = 'main',
  size = 'medium',
  icon,
  isWide = false,
  refusal,
  isRefusalShown = true,
  to,
  children,
}: LinkButtonProps<Page>) {
  if (refusal !== undefined) {
    const style = { look, size, isWide, ...(icon && { icon }) };
    return (
      <Button {...style} refusal={refusal} isRefusalShown={isRefusalShown}>
        {children}
      </Button>
    );
  }
  return (
    <PageLink to={to} className={styles.button} data-look={look} data-size={size} data-wide={isWide || undefined}>
      <Inside icon={icon} isBusy={false}>
        {children}
      </Inside>
    </PageLink>
  );
}

interface AddressButtonProps extends AnchorHTMLAttributes<HTMLAnchorElement>, Look {
  readonly href: string;
}

/** A link to an address of the portal that the server has told, looking like a button. */
export function AddressButton({ look = 'main', size = 'medium', icon, isWide = false, children, ...rest }: AddressButtonProps) {
  return (
    <AddressLink {...rest} className={styles.button} data-look={look} data-size={size} data-wide={isWide || undefined}>
      <Inside icon={icon} isBusy={false}>
        {children}
      </Inside>
    </AddressLink>
  );
}

/** A link out of the portal that looks like a button. */
export function OutsideButton({
  look = 'plain',
  size = 'medium',
  icon,
  isWide = false,
  children,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & Look) {
  return (
    <a {...rest} className={styles.button} data-look={look} data-size={size} data-wide={isWide || undefined}>
      <Inside icon={icon} isBusy={false}>
        {children}
      </Inside>
    </a>
  );
}

function Inside({
  icon,
  isBusy,
  children,
}: {
  readonly icon: IconName | undefined;
  readonly isBusy: boolean;
  readonly children: ReactNode;
}) {
  return (
    <>
      {icon !== undefined && <Icon name={icon} size={18} />}
      <span className={styles.words}>{children}</span>
      {isBusy && <span className={styles.turning} aria-hidden="true" />}
    </>
  );
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
  readonly icon: IconName;
  /** What it does; it has no words of its own. */
  readonly label: string;
  readonly count?: number;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ icon, label, count, ...rest }: IconButtonProps) {
  return (
    <button type="button" title={label} {...rest} aria-label={label} className={styles.iconButton}>
      <Icon name={icon} />
      <Count count={count} />
    </button>
  );
}

/** A link that looks like an icon button. */
export function IconLink<Page extends PageSpec>({
  icon,
  label,
  count,
  to,
}: Pick<IconButtonProps, 'icon' | 'label' | 'count'> & { readonly to: Target<Page> }) {
  return (
    <PageLink to={to} title={label} aria-label={label} className={styles.iconButton}>
      <Icon name={icon} />
      <Count count={count} />
    </PageLink>
  );
}

function Count({ count = 0 }: { readonly count: number | undefined }) {
  return count > 0 && <span className={styles.count}>{count > 99 ? '99+' : count}</span>;
}
