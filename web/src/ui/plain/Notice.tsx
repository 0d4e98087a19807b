import type { ReactNode } from "react";
import type { IconName } from "../icon-paths.ts";
import { Glyph } from "./Glyph.tsx";

/** What is worth knowing here. */
export const Notice = ({ role = "alert", children }: { role?: "alert" | "status"; children: ReactNode }) => (
  <div className="ll-notice" role={role}>
    <Glyph name="info" />
    <div>{children}</div>
  </div>
);

type NothingProps = { icon: IconName; title: string; text: string; children?: ReactNode };

/** Says what this place is for, where there is nothing in it. */
export const Nothing = ({ icon, title, text, children }: NothingProps) => (
  <div className="ll-empty">
    <span>
      <Glyph name={icon} />
    </span>
    <h2 className="ll-h2">{title}</h2>
    <p className="ll-text ll-soft">{text}</p>
    {children}
  </div>
);

type FailedProps = { what?: string; message: string; again: string; onAgain: () => void };

/** What happened, and what to do. */
export const Failed = ({ what = "This could not be loaded", message, again, onAgain }: FailedProps) => (
  <div className="ll-empty" role="alert">
    <Glyph name="warning" />
    <h2 className="ll-h2">{what}</h2>
    <p className="ll-text ll-soft">{message}</p>
    <button type="button" className="ll-press" onClick={onAgain}>
      {again}
    </button>
  </div>
);
