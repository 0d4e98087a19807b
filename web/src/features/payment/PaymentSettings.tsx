import Box from "@mui/material/Box";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useParams } from "react-router";
import NotInThisVersion from "../../app/routes/NotInThisVersion.tsx";
import { pathTo } from "../../app/routes/paths.ts";
import { Link } from "../../ui/links/Link.tsx";
import { SettingsFrame } from "../settings/SettingsFrame.tsx";
import { BankDebits } from "./methods/BankDebits.tsx";
import { PaymentMethods } from "./methods/PaymentMethods.tsx";
import { PrimaryProvider } from "./methods/PrimaryProvider.tsx";
import { TakeCards } from "./methods/TakeCards.tsx";
import { CardFees } from "./settings/CardFees.tsx";
import { Tips } from "./settings/Tips.tsx";

const panels = [
  { at: "methods", label: "Ways to pay", Show: PaymentMethods },
  { at: "fees", label: "Card fees", Show: CardFees },
  { at: "tips", label: "Tips", Show: Tips },
] as const;

/** /setting/payment: how clients pay, who bears what a card costs, and what the checkout offers as a tip. */
const PaymentSettings = () => {
  const { panel = "methods" } = useParams();
  const here = panels.find(({ at }) => at === panel);
  if (!here) return <NotInThisVersion />;
  return (
    <SettingsFrame title="Payments" maxWidth={760}>
      <Tabs value={here.at} aria-label="Payments" sx={{ mb: 2 }}>
        {panels.map(({ at, label }) => (
          <Tab key={at} value={at} label={label} component={Link} to={pathTo("/setting/payment/:panel?", { panel: at })} />
        ))}
      </Tabs>
      <Box sx={{ display: "grid", gap: 2 }}>
        {here.at === "methods" && <TakeCards />}
        {here.at === "methods" && <PrimaryProvider />}
        <here.Show />
        {here.at === "methods" && <BankDebits />}
      </Box>
    </SettingsFrame>
  );
};

export default PaymentSettings;
