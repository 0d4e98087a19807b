import Button from "@mui/material/Button";
import { pathTo } from "../../../app/routes/paths.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { NobodyFound } from "./NobodyFound.tsx";
import type { tabs } from "./today-tabs.ts";

type Tab = (typeof tabs)[number];
type Props = {
  keyword: string;
  tab: Tab;
  /** Only a kind of care, or a part of the boarders, is asked for. */
  filtered: boolean;
  elsewhere: readonly Tab[];
  date: string;
  onTab: (name: string) => void;
};

/** A tab without cards, and why. */
export const NobodyHere = ({ date, ...asked }: Props) => {
  const { keyword, tab, filtered, elsewhere, onTab } = asked;
  if (keyword) return <NobodyFound {...asked} />;
  if (filtered)
    return (
      <EmptyState
        icon="today"
        title={`None of these under “${tab.label}”`}
        text={elsewhere.length > 0 ? "On this day they are under:" : "There are none on this day."}
      >
        {elsewhere.map((one) => (
          <Button key={one.name} variant="outlined" onClick={() => onTab(one.name)}>
            {one.label}
          </Button>
        ))}
      </EmptyState>
    );
  return (
    <EmptyState icon="today" title={tab.empty} text={tab.hint}>
      <LinkButton to={pathTo("/calendar/grooming", {}, { date })} variant="contained" color="primary">
        Open the calendar
      </LinkButton>
    </EmptyState>
  );
};
