/** Our line icons: 24 units, drawn with a stroke. One small table instead of a module per icon. */
export const paths = {
  calendar: "M6 5h12a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3zM3 10h18M8 3v4M16 3v4",
  today: "M4 12l8-8 8 8v8H4z",
  clients: "M9 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21c0-4 3-7 7-7s7 3 7 7M17 5a4 4 0 0 1 0 7M22 21c0-3-1.5-5.5-4-6.5",
  messages: "M4 5h16v11H9l-5 4z",
  loyalty: "M12 21s-7-4.5-9-9c-1.500-3.500 1-7 4.500-7 2 0 3.500 1 4.500 3 1-2 2.500-3 4.500-3 3.500 0 6 3.500 4.500 7-2 4.500-9 9-9 9z",
  insights: "M4 20V10M10 20V4M16 20v-7M22 20H2",
  payment: "M5 5h14a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3zM2 10h20M6 15h4",
  finance: "M4 21h16M5 10v8M10 10v8M14 10v8M19 10v8M3 9l9-6 9 6z",
  marketing: "M4 9l14-5v16L4 15zM4 9v6M8 16.500l1 4h3",
  settings:
    "M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 3v3M12 18v3M3 12h3M18 12h3M5.600 5.600l2.100 2.100M16.300 16.300l2.100 2.100M5.600 18.400l2.100-2.100M16.300 7.700l2.100-2.100",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4",
  plus: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  check: "M5 13l4 4L19 7",
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
  down: "M6 9l6 6 6-6",
  up: "M6 15l6-6 6 6",
  warning: "M12 4l9 16H3zM12 10v4M12 17h.01",
  info: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8h.01",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  edit: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
  phone: "M5 4h4l2 5-2.500 1.500a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 6a2 2 0 0 1 2-2z",
  mail: "M4 6h16v12H4zM4 7l8 6 8-6",
  pin: "M12 21s7-6 7-11a7 7 0 1 0-14 0c0 5 7 11 7 11zM12 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  note: "M5 4h14v11l-5 5H5zM14 20v-5h5M9 9h6M9 13h3",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2",
  filter: "M4 6h16M7 12h10M10 18h4",
  upload: "M12 16V5M7 10l5-5 5 5M4 19h16",
  download: "M12 5v11M7 11l5 5 5-5M4 20h16",
  undo: "M9 7L4 12l5 5M4 12h10a5 5 0 0 1 5 5v2",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v2M12 19v2M3 12h2M19 12h2M5.600 5.600L7 7M17 17l1.400 1.400M5.600 18.400L7 17M17 7l1.400-1.400",
  moon: "M20 14a8 8 0 1 1-9-10 6.500 6.500 0 0 0 9 10z",
  screen: "M4 5h16v11H4zM9 20h6M12 16v4",
  user: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4 3.500-7 8-7s8 3 8 7",
  logout: "M15 16l4-4-4-4M19 12H9M11 20H5V4h6",
  keyboard: "M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8",
  tag: "M4 12V4h8l8 8-8 8zM8 8h.01",
  building: "M5 21V4h10v17M15 9h4v12M3 21h18M9 8h2M9 12h2M9 16h2",
  paw: "M12 13c-3 0-5 2.500-5 4.500S9 20 12 20s5-.5 5-2.500-2-4.500-5-4.500zM6 12a1.500 2 0 1 0 0-.01M18 12a1.500 2 0 1 0 0-.01M9.500 7a1.500 2 0 1 0 0-.01M14.500 7a1.500 2 0 1 0 0-.01",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  sidebar: "M4 5h16v14H4zM9 5v14",
  offline: "M3 3l18 18M8.500 14.500a5 5 0 0 1 6-.8M5 11a10 10 0 0 1 4-2.600M12.500 8A10 10 0 0 1 19 11M12 18h.01",
  scissors: "M6 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM6 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM7.500 7.500L20 18M7.500 16.500L20 6",
  syringe: "M17 3l4 4M19 5l-3 3M13 6l5 5M15.500 8.500L8 16H5v-3l7.500-7.500M5 16l-3 3M10 11l2 2",
  signature: "M3 17c3 0 5-9 7-9s-1 8 1 8 2-3 4-3 1 3 3 3h3M3 21h18",
  drag: "M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01",
} as const;

export type IconName = keyof typeof paths;

/** The line of an icon, for a place with hundreds of them. */
export const iconPath = (name: IconName): string => paths[name];

/** What is drawn with dots needs a thicker pen. */
export const strokeOf = (name: IconName): number => (name === "more" || name === "drag" ? 2.6 : 1.7);
