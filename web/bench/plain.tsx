import { clockOf, eventsOf, lasts, people } from "./events.ts";
import type { Page } from "./main.tsx";

/** As many buttons at their places, and nothing else. */
export const page: Page = (view) => {
  const days = view === "month" ? 7 : view === "columns" ? 1 : 7;
  const lanes = days * people;
  return (
    <div style={{ position: "relative", flex: 1, overflow: "auto" }}>
      {eventsOf(view).map(({ id, person, day, start, title }) => (
        <button
          key={id}
          type="button"
          style={{
            position: "absolute",
            left: `${(((day % 7) * people + person) * 100) / lanes}%`,
            width: `${100 / lanes}%`,
            top: start - 480 + Math.floor(day / 7) * 800,
            height: lasts,
            overflow: "hidden",
          }}
        >
          {clockOf(start)} {title}
        </button>
      ))}
    </div>
  );
};
