import { useParams } from "react-router";
import NotInThisVersion from "../../app/routes/NotInThisVersion.tsx";
import { PageFrame } from "../../ui/page/PageFrame.tsx";
import { AccountPanel } from "./provider-accounts/AccountPanel.tsx";
import { CardReaders } from "./terminals/CardReaders.tsx";

/** Places and readers stand on one page. */
const READERS: readonly string[] = ["readers", "locations"];

/** /creditCard/integration and /creditCard/{vendor}/{panel}: the account with the card provider, and its card readers. */
const CardProvider = () => {
  const { vendor = "stripe", panel = "account" } = useParams();
  if (vendor === "stripe" && READERS.includes(panel)) return <CardReaders />;
  if (vendor !== "stripe" || panel !== "account") return <NotInThisVersion />;
  return (
    <PageFrame title="Card account" maxWidth={760}>
      <AccountPanel />
    </PageFrame>
  );
};

export default CardProvider;
