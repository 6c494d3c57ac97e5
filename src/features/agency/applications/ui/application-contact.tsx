import { AtSign, Mail, MonitorPlay, Music2, Phone, type LucideIcon } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { abbreviateCount } from '#src/lib/text.ts';
import { CopyIconButton } from '#src/ui/elements/copyable-text.tsx';
import type { ApplicationRecord } from '../review.schema.ts';
import styles from './application-contact.module.css';
import { phoneLink, profileLink, type Platform } from './contact-links.ts';

type Way = {
  name: string;
  icon: LucideIcon;
  text: string;
  href: string | null;
  /** How many follow there. */
  followers?: number;
};

const PLATFORMS: [Platform, string, LucideIcon][] = [
  ['instagram', 'Instagram', AtSign],
  ['tiktok', 'TikTok', Music2],
  ['youtube', 'YouTube', MonitorPlay],
];

function waysTo(application: ApplicationRecord): Way[] {
  const { phone, email } = application;
  const typed = {
    instagram: [application.instagramHandle, application.instagramFollowers],
    tiktok: [application.tiktokHandle, application.tiktokFollowers],
    youtube: [application.youtubeChannel, application.youtubeSubscribers],
  } as const;
  const handles = PLATFORMS.flatMap(([platform, name, icon]): Way[] => {
    const [text, followers] = typed[platform];
    return text ? [{ name, icon, text, href: profileLink(platform, text), followers }] : [];
  });
  return [
    { name: 'Phone', icon: Phone, text: phone, href: phoneLink(phone) },
    { name: 'Email', icon: Mail, text: email, href: `mailto:${email}` },
    ...handles,
  ];
}

/** How the applicant is answered: by a call, or a message where they are to be found. */
export const ApplicationContact = ({ application }: { application: ApplicationRecord }) => (
  <section className={styles.contact} aria-label="Contact">
    <ul>
      {waysTo(application).map((way) => (
        <li key={way.name}>
          <ContactWay {...way} />
        </li>
      ))}
    </ul>
  </section>
);

/** An address that is too long for a line rather ends it before its "@". */
const breakable = (text: string): ReactNode =>
  text.split(/(?=@)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));

function ContactWay({ name, icon: Icon, text, href, followers = 0 }: Way) {
  const isElsewhere = href?.startsWith('http');
  return (
    <>
      <Icon size={17} aria-hidden="true" />
      <span className={styles.way}>
        <span className={styles.name}>
          {name}
          {followers > 0 && ` · ${abbreviateCount(followers)}`}
        </span>
        {href ? (
          <a
            href={href}
            dir="auto"
            {...(isElsewhere && { target: '_blank', rel: 'noopener noreferrer nofollow' })}
          >
            {breakable(text)}
          </a>
        ) : (
          <bdi>{breakable(text)}</bdi>
        )}
      </span>
      <CopyIconButton name={name} text={text} size="lg" />
    </>
  );
}
