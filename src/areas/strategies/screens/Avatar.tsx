import styles from './Avatar.module.css';

interface AvatarProps {
  /** One of the pictures that stand for managers who have none of their own (document 2 §9). */
  readonly picture: number;
  readonly nickname: string;
}

/** Stands for a manager: the name is beside it. */
export function Avatar({ picture, nickname }: AvatarProps) {
  return (
    <span className={styles.avatar} data-picture={picture} aria-hidden>
      {nickname.slice(0, 1)}
    </span>
  );
}
