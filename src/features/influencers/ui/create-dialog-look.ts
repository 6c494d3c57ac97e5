import styles from './create-influencer.module.css';

/** The look of the dialogs around a new influencer. */
export const DIALOG = {
  content: styles.content!,
  header: styles.header!,
  title: styles.title!,
  body: styles.body!,
};
