import 'media-chrome/media-controller';
import 'media-chrome/media-control-bar';
import 'media-chrome/media-fullscreen-button';
import 'media-chrome/media-loading-indicator';
import 'media-chrome/media-mute-button';
import 'media-chrome/media-play-button';
import 'media-chrome/media-time-display';
import 'media-chrome/media-time-range';
import 'media-chrome/media-volume-range';
import 'media-chrome/menu/media-chrome-menu-item';
import 'media-chrome/menu/media-rendition-menu';
import 'media-chrome/menu/media-rendition-menu-button';
import { useEffect, useRef } from 'react';
import type { PreparedVideo } from './play-video.ts';
import styles from './video-player.module.css';

export type VideoPlayerProps = {
  prepared: PreparedVideo;
  video: HTMLVideoElement;
  label: string;
  onFailed: () => void;
};

/** Plays a video in the given element at once, with custom controls. */
export function VideoPlayer({ prepared, video, label, onFailed }: VideoPlayerProps) {
  const controller = useRef<HTMLElement>(null);
  const latest = useRef(onFailed);
  useEffect(() => {
    latest.current = onFailed;
  });
  useEffect(() => {
    const stop = prepared.play(video, () => latest.current());
    controller.current?.prepend(video);
    // The controller handles keys only while the focus is inside.
    video.focus({ preventScroll: true });
    return () => {
      stop();
      video.remove();
    };
  }, [prepared, video]);

  return (
    <media-controller
      ref={controller}
      class={styles.player}
      aria-label={label}
      keyboardforwardseekoffset="5"
      keyboardbackwardseekoffset="5"
      hotkeys="noc nop no< no>"
    >
      <media-loading-indicator slot="centered-chrome" noautohide />
      {/* Escape closes the menu, not the dialog around it. */}
      <media-rendition-menu
        class={styles.menu}
        hidden
        aria-label="Quality"
        data-own-touch
        data-mantine-stop-propagation="true"
      >
        <span slot="header" className={styles.menuTitle} aria-hidden="true">
          Quality
        </span>
      </media-rendition-menu>
      <div className={styles.controls} data-own-touch>
        <media-time-range class={styles.time} />
        <media-control-bar>
          <media-play-button notooltip />
          <media-mute-button notooltip />
          <media-volume-range class={styles.volume} />
          {/* The slider announces the time, too. */}
          <media-time-display showduration notoggle aria-hidden="true" />
          <span className={styles.space} />
          <media-rendition-menu-button notooltip />
          <media-fullscreen-button notooltip />
        </media-control-bar>
      </div>
    </media-controller>
  );
}
