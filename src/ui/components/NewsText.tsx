import styles from './NewsText.module.css';

/** What somebody wrote, in lines as they wrote them and in the direction of its own writing. */
export function NewsText({ text }: { readonly text: string }) {
  return (
    <p className={styles.text} dir="auto">
      {text}
    </p>
  );
}
