import { Modal } from '@mantine/core';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { RenewMediaToken } from '#src/features/content/media/ui/use-media-token.ts';
import { AiLabel } from '#src/features/content/publication-rule/ui/ai-label.tsx';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { CAPTION_PREVIEW_LENGTH } from '#src/lib/text.ts';
import { CategoryBadge } from '#src/ui/elements/category-badge.tsx';
import { TimeAgo } from '#src/ui/elements/time-ago.tsx';
import type { Post } from '../../posts.schema.ts';
import { MoreButton } from '../more-button.tsx';
import { PostViewerStage } from './post-viewer-stage.tsx';
import styles from './post-viewer.module.css';

type PostViewerProps = {
  /** The post shown; null while the viewer is closed. */
  post: Post | null;
  previousPost: Post | undefined;
  nextPost: Post | undefined;
  mediaToken: string;
  renewMediaToken: RenewMediaToken;
  onShow: (postId: string) => void;
  onClose: () => void;
  /** Called when the viewer has disappeared. */
  onClosed?: () => void;
};

/** Shows a post full screen. Arrows browse its files, then the neighbouring posts. */
export function PostViewer({ post, onClose, onClosed, ...rest }: PostViewerProps) {
  return (
    <Modal.Root
      opened={post !== null}
      onClose={onClose}
      {...(onClosed && { onExitTransitionEnd: onClosed })}
      fullScreen
      padding={0}
      transitionProps={{ transition: 'fade', duration: 160 }}
    >
      <Modal.Overlay backgroundOpacity={0.9} color="#0b0908" />
      <Modal.Content
        aria-label={post ? `Post from ${formatDate(post.publishedAt)}` : undefined}
        classNames={{ content: styles.content }}
      >
        <Modal.Body className={styles.body}>
          {post && <OpenPost post={post} onClose={onClose} {...rest} />}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function OpenPost(props: Omit<PostViewerProps, 'onClosed'> & { post: Post }) {
  const { post, previousPost, nextPost, mediaToken, renewMediaToken, onShow, onClose } = props;
  const [position, setPosition] = useState({ postId: post.id, index: 0 });
  const index = position.postId === post.id ? position.index : 0;
  const last = post.media.length - 1;
  const goTo = (to: number) => setPosition({ postId: post.id, index: to });
  const goToPost = (to: Post, file: number) => {
    setPosition({ postId: to.id, index: file });
    onShow(to.id);
  };
  const previous =
    index > 0
      ? () => goTo(index - 1)
      : previousPost && (() => goToPost(previousPost, previousPost.media.length - 1));
  const next = index < last ? () => goTo(index + 1) : nextPost && (() => goToPost(nextPost, 0));

  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The focused button may have disappeared, such as Next at the last file.
    if (document.activeElement === document.body) close.current?.focus();
  }, [index, post.id]);

  return (
    <div className={styles.viewer}>
      <PostViewerStage
        post={post}
        index={index}
        following={post.media[index + 1] ?? nextPost?.media[0]}
        mediaToken={mediaToken}
        renewMediaToken={renewMediaToken}
        previous={previous}
        next={next}
        first={() => goTo(0)}
        last={() => goTo(last)}
      />
      <div className={styles.text}>
        <p className={styles.name}>{post.influencer.fullName}</p>
        <p className={styles.facts}>
          <TimeAgo at={post.publishedAt} withDate />
          <CategoryBadge category={post.category} />
          <AiLabel label={post.aiLabel} />
        </p>
        <ViewerCaption key={post.id} caption={post.caption} />
        <a href={reportLink(post)} target="_blank" rel="noopener" className={styles.report}>
          Report this post
        </a>
      </div>
      <button ref={close} type="button" className={styles.close} onClick={onClose} data-autofocus>
        <X size={22} aria-hidden="true" />
        <span className="visually-hidden">Close</span>
      </button>
    </div>
  );
}

/** The public form for reports, with the address of the post. */
function reportLink({ id, influencer }: Post): string {
  const about = `/subscriptions/${influencer.id}?post=${id}`;
  return `/report?${new URLSearchParams({ about })}`;
}

/** The caption; a long one is shortened on small screens, which leaves room for the picture. */
function ViewerCaption({ caption }: { caption: string }) {
  const [expanded, setExpanded] = useState(false);
  const isLong = caption.length > CAPTION_PREVIEW_LENGTH;
  return (
    <>
      <p className={styles.caption} data-short={(isLong && !expanded) || undefined}>
        {caption}
      </p>
      {isLong && (
        <MoreButton
          className={styles.more}
          expanded={expanded}
          onToggle={() => setExpanded(!expanded)}
        />
      )}
    </>
  );
}
