import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { pathTo } from "../../app/routes/paths.ts";
import { Link } from "../../ui/links/Link.tsx";
import { useQueryState } from "../../ui/links/useQueryState.ts";
import { PageFrame } from "../../ui/page/PageFrame.tsx";
import { PRODUCT } from "../../ui/page/title.ts";
import { Disputes } from "./disputes/Disputes.tsx";
import { FinanceUpdates } from "./finance-updates/FinanceUpdates.tsx";
import { Payouts } from "./payouts/Payouts.tsx";

const panels = [
  { at: "payouts", label: "Payouts", Show: Payouts },
  { at: "disputes", label: "Disputes", Show: Disputes },
] as const;
const start = { panel: "payouts" };

/** /creditCard/{product}Pay: what the card provider brought to the bank, and the charges that cardholders contest. */
const ProviderPay = () => {
  const [{ panel }] = useQueryState(start);
  const here = panels.find(({ at }) => at === panel) ?? panels[0];
  return (
    <PageFrame title={`${PRODUCT} Pay`} windowTitle={here.label} maxWidth={1080}>
      <FinanceUpdates />
      <Tabs value={here.at} aria-label={`${PRODUCT} Pay`} sx={{ mb: 2 }}>
        {panels.map(({ at, label }) => (
          <Tab
            key={at}
            value={at}
            label={label}
            component={Link}
            to={pathTo("/creditCard/{product}Pay", {}, { panel: at === start.panel ? "" : at })}
          />
        ))}
      </Tabs>
      <here.Show />
    </PageFrame>
  );
};

export default ProviderPay;
