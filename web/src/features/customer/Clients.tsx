import { lazy, Suspense } from "react";
import { useLocation, useSearchParams } from "react-router";
import { useCan } from "../../app/session/session.ts";
import { ProgressLine } from "../../ui/feedback/ProgressLine.tsx";
import ClientList from "./clients/ClientList.tsx";

const DueClients = lazy(() => import("./rebooking/DueClients.tsx"));
const MergePage = lazy(() => import("./merge/MergePage.tsx"));
const ImportPage = lazy(() => import("./imports/ImportPage.tsx"));

/** The client list, who may be there twice (/client/merge), who of them is due (`?due=7`), or the import that leads into it (`?import=1`, or the number of an import). */
const Clients = () => {
  const [query] = useSearchParams();
  const canImport = useCan("importClients");
  const due = query.has("due");
  if (useLocation().pathname === "/client/merge")
    return (
      <Suspense fallback={<ProgressLine label="Loading" />}>
        <MergePage />
      </Suspense>
    );
  if (!due && (!query.has("import") || !canImport)) return <ClientList />;
  return <Suspense fallback={<ProgressLine label="Loading" />}>{due ? <DueClients /> : <ImportPage />}</Suspense>;
};

export default Clients;
