import { onNotice } from "../live/notices.ts";
import { useNoticeSetting } from "./notice-setting.ts";

/** Several that come together make one sound. */
const TOGETHER_MS = 3_000;

/** Two short tones; nothing where the browser allows no sound yet. */
const ring = (): void => {
  const audio = new AudioContext();
  const gain = audio.createGain();
  gain.gain.value = 0.08;
  gain.connect(audio.destination);
  for (const [frequency, at] of [
    [660, 0],
    [880, 0.15],
  ] as const) {
    const tone = audio.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(gain);
    tone.start(audio.currentTime + at);
    tone.stop(audio.currentTime + at + 0.14);
    if (at > 0) tone.onended = () => void audio.close();
  }
};

const show = (text: string): void => {
  if (!document.hidden || Notification.permission !== "granted") return;
  const shown = new Notification(text, { tag: "leashline-incoming" });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
};

let last = 0;
const announce = (text: string): void => {
  const now = Date.now();
  if (now - last < TOGETHER_MS) return;
  last = now;
  const { sound, desktop } = useNoticeSetting.getState();
  if (sound) ring();
  if (desktop) show(text);
};

/** A client wrote, asked for an appointment or joined the waitlist: what the setting of this device says happens. Answers the way to stop. */
export const announceIncoming = (): (() => void) => {
  const stops = [
    onNotice("message.threads", ({ tell }) => tell && announce("A client sent you a message")),
    onNotice("online_booking.requests", ({ tell }) => tell && announce("You have a new booking request")),
    onNotice("online_booking.waitlist", ({ tell }) => tell && announce("A client joined your waitlist")),
  ];
  return () => {
    for (const stop of stops) stop();
  };
};
