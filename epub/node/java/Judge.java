import com.adobe.epubcheck.api.EPUBLocation;
import com.adobe.epubcheck.api.EpubCheck;
import com.adobe.epubcheck.api.MasterReport;
import com.adobe.epubcheck.messages.Message;
import com.adobe.epubcheck.messages.MessageId;
import com.adobe.epubcheck.messages.Severity;
import com.adobe.epubcheck.util.FeatureEnum;
import com.adobe.epubcheck.util.ReportingLevel;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** EPUBCheck kept warm: a file path a line in, one JSON object a line out. With the argument `usage`, remarks are told too. */
public class Judge {
  /** Most messages written for one book; the counts stay whole. */
  static final int LIMIT = 2000;

  /** So many of each id are written whatever the others are, so that remarks do not hide an error. */
  static final int PER_ID = 100;

  /** Whether messages of the severity USAGE are wanted, too. */
  static boolean remarks = false;

  static final class Listener extends MasterReport {
    final StringBuilder messages = new StringBuilder();
    final int[] counts = new int[Severity.values().length];
    final Map<MessageId, Integer> byId = new EnumMap<>(MessageId.class);
    int written = 0;

    @Override
    public synchronized void message(Message message, EPUBLocation place, Object... values) {
      Severity severity = message.getSeverity();
      if (severity == Severity.SUPPRESSED) return;
      counts[severity.ordinal()]++;
      int same = byId.merge(message.getID(), 1, Integer::sum);
      if (written >= LIMIT && same > PER_ID) return;
      if (written++ > 0) messages.append(',');
      String text;
      try {
        text = message.getMessage(values);
      } catch (RuntimeException broken) {
        text = message.getMessage();
      }
      messages.append("{\"id\":").append(quoted(String.valueOf(message.getID())))
          .append(",\"severity\":").append(quoted(severity.name()))
          .append(",\"path\":").append(quoted(place == null ? "" : place.getPath()))
          .append(",\"line\":").append(place == null ? 0 : Math.max(0, place.getLine()))
          .append(",\"column\":").append(place == null ? 0 : Math.max(0, place.getColumn()))
          .append(",\"text\":").append(quoted(text.length() > 600 ? text.substring(0, 600) : text)).append('}');
    }

    @Override public void info(String resource, FeatureEnum feature, String value) {}
    @Override public int generate() { return 0; }
    @Override public void initialize() {}
  }

  /** What a book names outside itself reads as empty: no book makes us call anybody. */
  static final class Nowhere extends URLStreamHandler {
    @Override
    protected URLConnection openConnection(URL address) {
      return new URLConnection(address) {
        @Override public void connect() {}
        @Override public InputStream getInputStream() { return new ByteArrayInputStream(new byte[0]); }
      };
    }
  }

  static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (char c : (text == null ? "" : text).toCharArray()) {
      if (c == '"' || c == '\\') json.append('\\').append(c);
      else if (c < 0x20 || c > 0x7e) json.append(String.format("\\u%04x", (int) c));
      else json.append(c);
    }
    return json.append('"').toString();
  }

  static String check(String path) {
    Listener listener = new Listener();
    String crash = "";
    try {
      listener.setLocale(Locale.ENGLISH);
      listener.setEpubFileName(path);
      if (remarks) listener.setReportingLevel(ReportingLevel.Usage);
      EpubCheck checker = new EpubCheck(new File(path), listener);
      checker.setLocale(Locale.ENGLISH);
      checker.check();
    } catch (Throwable broken) {
      crash = broken.toString();
    }
    return "{\"crash\":" + quoted(crash)
        + ",\"fatals\":" + listener.counts[Severity.FATAL.ordinal()]
        + ",\"errors\":" + listener.counts[Severity.ERROR.ordinal()]
        + ",\"warnings\":" + listener.counts[Severity.WARNING.ordinal()]
        + ",\"messages\":[" + listener.messages + "]}";
  }

  public static void main(String[] arguments) throws Exception {
    remarks = arguments.length > 0 && arguments[0].equals("usage");
    Locale.setDefault(Locale.ENGLISH);
    Set<String> remote = Set.of("http", "https", "ftp", "mailto");
    URL.setURLStreamHandlerFactory(protocol -> remote.contains(protocol) ? new Nowhere() : null);
    PrintStream answers = new PrintStream(new FileOutputStream(FileDescriptor.out), true, "UTF-8");
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    System.setOut(nowhere);
    System.setErr(nowhere);
    BufferedReader paths = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String path; (path = paths.readLine()) != null; ) {
      String file = path;
      String[] answer = new String[1];
      // Deeply nested books need a deep stack, which the main thread does not have.
      Thread thread = new Thread(null, () -> answer[0] = check(file), "check", 64L << 20);
      thread.start();
      thread.join();
      answers.println(answer[0]);
    }
    System.exit(0);
  }
}
