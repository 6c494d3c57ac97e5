import type { ReactNode } from 'react';
import { initialsOf } from '#src/lib/text.ts';
import styles from './user-avatar.module.css';

type UserAvatarProps = {
  /** The id of the picture, if there is one. */
  avatar: string | null;
  name: string;
};

/** The round picture of a user, or the initials; decoration beside or instead of the name. */
export function UserAvatar({ avatar, name }: UserAvatarProps) {
  return (
    <span className={styles.avatar} aria-hidden="true">
      <span>{initialsOf(name)}</span>
      {avatar && <img key={avatar} src={`/avatars/${avatar}`} alt="" />}
    </span>
  );
}

/** What names a user, beside the small picture if there is one. */
export function WithAvatar({ avatar, name, children }: UserAvatarProps & { children: ReactNode }) {
  if (!avatar) return children;
  return (
    <span className={styles.person}>
      <UserAvatar avatar={avatar} name={name} />
      {children}
    </span>
  );
}
