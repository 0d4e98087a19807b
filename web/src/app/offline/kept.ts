/** A small store of this browser: rows by key. Where the browser keeps nothing, what asks it is refused. */
export type Kept<T> = {
  all: () => Promise<T[]>;
  get: (key: string) => Promise<T | undefined>;
  put: (key: string, row: T) => Promise<void>;
  drop: (key: string) => Promise<void>;
};

const ROWS = "rows";

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const opened = (name: string): Promise<IDBDatabase> => {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(ROWS);
  return answered(request);
};

export const keptRows = <T>(name: string): Kept<T> => {
  // Opened for each act and closed after it: one that stays open would hold up its deletion at the sign-out.
  const within = async <R>(mode: IDBTransactionMode, act: (rows: IDBObjectStore) => IDBRequest<R>): Promise<R> => {
    const database = await opened(name);
    try {
      const done = database.transaction(ROWS, mode);
      const kept = new Promise<void>((resolve, reject) => {
        done.oncomplete = () => resolve();
        done.onabort = () => reject(done.error);
      });
      const answer = await answered(act(done.objectStore(ROWS)));
      await kept;
      return answer;
    } finally {
      database.close();
    }
  };
  return {
    all: () => within("readonly", (rows) => rows.getAll() as IDBRequest<T[]>),
    get: (key) => within("readonly", (rows) => rows.get(key) as IDBRequest<T | undefined>),
    put: async (key, row) => void (await within("readwrite", (rows) => rows.put(row, key))),
    drop: async (key) => void (await within("readwrite", (rows) => rows.delete(key))),
  };
};
