type Kind = 'localStorage' | 'sessionStorage'

/** The part of the Storage interface that the site and supabase-js use. */
interface BrowserStorage {
  getItem: (key: string) => string | null
  setItem: (key: string, value: string) => void
  removeItem: (key: string) => void
}

/**
 * A storage of the browser that never throws. If site data is blocked, even reading `window.localStorage`
 * throws; a full storage refuses to write. What cannot be stored is in memory until the page is unloaded.
 */
function createStorage(kind: Kind): BrowserStorage {
  const memory = new Map<string, string>()
  // Another tab wrote a newer value, so the storage works.
  if (typeof window !== 'undefined') {
    addEventListener('storage', ({ key }) => (key === null ? memory.clear() : memory.delete(key)))
  }
  return {
    getItem(key) {
      try {
        return memory.get(key) ?? globalThis[kind].getItem(key)
      } catch {
        return null
      }
    },
    setItem(key, value) {
      try {
        globalThis[kind].setItem(key, value)
        memory.delete(key)
      } catch {
        memory.set(key, value)
      }
    },
    removeItem(key) {
      memory.delete(key)
      try {
        globalThis[kind].removeItem(key)
      } catch {
        // Nothing is stored there.
      }
    },
  }
}

export const localStore = createStorage('localStorage')
export const tabStore = createStorage('sessionStorage')

/** Whether the browser keeps what the site stores after the page is unloaded. */
export function canStore(): boolean {
  const key = 'toolmark.can-store'
  try {
    globalThis.localStorage.setItem(key, key)
    globalThis.localStorage.removeItem(key)
    return true
  } catch {
    return false
  }
}

/**
 * For inline scripts, which run before the modules load. The router's own inline script reads
 * `sessionStorage` and throws if that is blocked, so it gets one in memory.
 */
export const STORAGE_SCRIPT = `try{sessionStorage.length}catch{let m=new Map;Object.defineProperty(window,'sessionStorage',{value:{getItem:k=>m.get(k)??null,setItem:(k,v)=>{m.set(k,v)},removeItem:k=>{m.delete(k)}}})}`

/** The source of a statement for inline scripts. @param value the source of an expression */
export const toWriteStatement = (key: string, value: string) =>
  `try{localStorage.setItem('${key}',${value})}catch{}`

/**
 * The source of an expression for inline scripts: a stored value, or null.
 * @param isOfTab the value is in the store of the tab
 */
export const toReadExpression = (key: string, isOfTab = false) =>
  `(()=>{try{return ${isOfTab ? 'sessionStorage' : 'localStorage'}.getItem('${key}')}catch{return null}})()`
