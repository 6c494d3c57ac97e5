import { AtSign, Mail, MonitorPlay, Music2, Phone, type LucideIcon } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { OwnerSelect } from '#src/features/identity/colleagues/ui/owner-select.tsx';
import { RecordTags } from '#src/features/identity/tags/ui/record-tags.tsx';
import { abbreviateCount } from '#src/lib/text.ts';
import { CopyIconButton } from '#src/ui/elements/copyable-text.tsx';
import type { ApplicationRecord } from '../review.schema.ts';
import styles from './application-contact.module.css';
import { ASSIGN_APPLICATIONS, TAGGED_APPLICATIONS } from './applications-queries.ts';
import { phoneLink, profileLink, type Platform } from './contact-links.ts';

type ContactOption = {
  name: string;
  icon: LucideIcon;
  text: string;
  href: string | null;
  /** Follower count. */
  followers?: number;
};

const PLATFORMS: [Platform, string, LucideIcon][] = [
  ['instagram', 'Instagram', AtSign],
  ['tiktok', 'TikTok', Music2],
  ['youtube', 'YouTube', MonitorPlay],
];

function listContactOptions(application: ApplicationRecord): ContactOption[] {
  const { phone, email } = application;
  const typed = {
    instagram: [application.instagramHandle, application.instagramFollowers],
    tiktok: [application.tiktokHandle, application.tiktokFollowers],
    youtube: [application.youtubeChannel, application.youtubeSubscribers],
  } as const;
  const handles = PLATFORMS.flatMap(([platform, name, icon]): ContactOption[] => {
    const [text, followers] = typed[platform];
    return text ? [{ name, icon, text, href: profileLink(platform, text), followers }] : [];
  });
  return [
    { name: 'Phone', icon: Phone, text: phone, href: phoneLink(phone) },
    { name: 'Email', icon: Mail, text: email, href: `mailto:${email}` },
    ...handles,
  ];
}

/** Ways to contact the applicant, and who is responsible. */
export function ApplicationContact({ application }: { application: ApplicationRecord }) {
  return (
    <section className={styles.contact} aria-label="Contact">
      <ul>
        {listContactOptions(application).map((option) => (
          <li key={option.name}>
            <ContactLink {...option} />
          </li>
        ))}
      </ul>
      <OwnerSelect id={application.id} owner={application.owner} assign={ASSIGN_APPLICATIONS} />
      <RecordTags id={application.id} tags={application.tags} tagged={TAGGED_APPLICATIONS} />
    </section>
  );
}

/** Lets a long address break before its "@". */
const breakable = (text: string): ReactNode =>
  text.split(/(?=@)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));

function ContactLink({ name, icon: Icon, text, href, followers = 0 }: ContactOption) {
  const isElsewhere = href?.startsWith('http');
  return (
    <>
      <Icon size={17} aria-hidden="true" />
      <span className={styles.option}>
        <span className={styles.name}>
          {name}
          {followers > 0 && ` · ${abbreviateCount(followers)}`}
        </span>
        {href ? (
          <a
            href={href}
            dir="auto"
            className="touch-target"
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
