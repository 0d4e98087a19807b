import Box from "@mui/material/Box";
import { useParams } from "react-router";
import NotInThisVersion from "../../app/routes/NotInThisVersion.tsx";
import { PageFrame } from "../../ui/page/PageFrame.tsx";
import { AccountPanel } from "./provider-accounts/AccountPanel.tsx";
import { SquareConnect } from "./square-account/SquareConnect.tsx";
import { SquarePage } from "./square-account/SquarePage.tsx";
import { SquareSection } from "./square-account/SquareSection.tsx";
import { CardReaders } from "./terminals/CardReaders.tsx";

/** Places and readers stand on one page. */
const READERS: readonly string[] = ["readers", "locations"];

/** /creditCard/integration and /creditCard/{vendor}/{panel}: the accounts with both card providers, and their card readers. */
const CardProvider = () => {
  const { vendor, panel = "account" } = useParams();
  if (vendor === "square") return panel === "connect" ? <SquareConnect /> : panel === "account" ? <SquarePage /> : <NotInThisVersion />;
  if (vendor === "stripe" && READERS.includes(panel)) return <CardReaders />;
  if ((vendor ?? "stripe") !== "stripe" || panel !== "account") return <NotInThisVersion />;
  return (
    <PageFrame title="Card account" maxWidth={760}>
      <Box sx={{ display: "grid", gap: 2 }}>
        <AccountPanel />
        {!vendor && <SquareSection />}
      </Box>
    </PageFrame>
  );
};

export default CardProvider;
