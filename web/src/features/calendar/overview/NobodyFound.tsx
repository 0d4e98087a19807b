import { petOfCode } from "@leashline/proto/rules/pet-code.ts";
import Button from "@mui/material/Button";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import type { tabs } from "./today-tabs.ts";

type Tab = (typeof tabs)[number];
type Props = { keyword: string; tab: Tab; filtered: boolean; elsewhere: readonly Tab[]; onTab: (name: string) => void };

/** Nobody under this tab is the one who is looked for; where they are, if they are there at all. */
export const NobodyFound = ({ keyword, tab, filtered, elsewhere, onTab }: Props) => {
  const typed = petOfCode(keyword) === undefined;
  const none = typed ? "No one by that name comes on this day" : "This pet is not coming on this day";
  const hint = filtered ? "Only what is chosen above was looked through." : "Look on another day, or search among all clients.";
  return (
    <EmptyState
      icon="search"
      title={elsewhere.length === 0 ? none : typed ? `No one by that name under “${tab.label}”` : `This pet is not under “${tab.label}”`}
      text={elsewhere.length === 0 ? hint : "Found on this day under:"}
    >
      {elsewhere.map((one) => (
        <Button key={one.name} variant="outlined" onClick={() => onTab(one.name)}>
          {one.label}
        </Button>
      ))}
    </EmptyState>
  );
};
