import { create } from "zustand";
import { persist } from "zustand/middleware";

/** How somebody is told of new messages and requests on this device. */
export type NoticeSetting = { sound: boolean; desktop: boolean };

export const useNoticeSetting = create<NoticeSetting>()(
  persist((): NoticeSetting => ({ sound: true, desktop: false }), { name: "leashline-notices" }),
);

export const setSound = (sound: boolean): void => {
  useNoticeSetting.setState({ sound });
};

export const desktopDenied = (): boolean => typeof Notification === "undefined" || Notification.permission === "denied";

/** The browser asks only once somebody has asked for it here. */
export const askForDesktop = async (on: boolean): Promise<void> => {
  const allowed = on && !desktopDenied() && (await Notification.requestPermission()) === "granted";
  useNoticeSetting.setState({ desktop: allowed });
};
