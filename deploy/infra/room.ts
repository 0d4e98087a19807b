import { statfs } from "node:fs/promises";

export interface RoomOptions {
  folder: string;
  /** So many bytes are to stay free. */
  reserve: number;
  /** The disk has no more room than that, or has some again. */
  changed: (full: boolean, free: number) => void;
  /** It could not be looked at, or what was to follow did not; both are tried again. Told once for each time that it begins. */
  failed: (error: Error) => void;
  everyMs?: number;
}

/** Looks at the disk of a folder now and then. It counts as having room again only with a quarter more than the reserve, so that it does not go to and fro. */
export function watchRoom({ folder, reserve, changed, failed, everyMs = 500 }: RoomOptions): { full: () => boolean; stop: () => void } {
  let full = false;
  const look = async () => {
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const now = free < (full ? reserve * 1.25 : reserve);
    if (now === full) return;
    changed(now, free);
    full = now;
  };
  let failing = false;
  const tell = (error: Error) => {
    if (!failing) failed(error);
    failing = true;
  };
  const well = () => {
    failing = false;
  };
  const timer = setInterval(() => void look().then(well, tell), everyMs);
  return { full: () => full, stop: () => clearInterval(timer) };
}
